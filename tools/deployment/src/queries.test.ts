import { parser } from '@prometheus-io/lezer-promql';
import { knownMetrics, metricsOf, readQueries } from './queries.js';

const queries = readQueries();

function faultsOf(query: string): string[] {
  const faults: string[] = [];
  parser.parse(query).iterate({
    enter: (node) => {
      if (node.type.isError) faults.push(query.slice(node.from - 10, node.to + 10));
    },
  });
  return faults;
}

describe('docs/alerts.md', () => {
  it('holds queries', () => {
    expect(queries.length).toBeGreaterThan(12);
  });

  it.each(queries)('%s is PromQL', (query) => {
    expect(faultsOf(query)).toEqual([]);
  });

  it('a wrong query would be noticed', () => {
    expect(faultsOf('sum by service (rate(up[5m])) >')).not.toEqual([]);
  });

  it('asks for metrics that exist', () => {
    const known = knownMetrics();
    const asked = new Set(queries.flatMap(metricsOf));
    expect(asked).toContain('http_request_duration_seconds');
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  });
});
