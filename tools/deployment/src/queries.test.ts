import { parser } from '@prometheus-io/lezer-promql';
import { knownMetrics, metricsOf, readQueries } from './queries.js';

const queries = readQueries();

function syntaxErrors(query: string): string[] {
  const errors: string[] = [];
  parser.parse(query).iterate({
    enter: (node) => {
      if (node.type.isError) errors.push(query.slice(node.from - 10, node.to + 10));
    },
  });
  return errors;
}

describe('docs/alerts.md', () => {
  it('holds queries', () => {
    expect(queries.length).toBeGreaterThan(12);
  });

  it.each(queries)('%s is PromQL', (query) => {
    expect(syntaxErrors(query)).toEqual([]);
  });

  it('reports a wrong query', () => {
    expect(syntaxErrors('sum by service (rate(up[5m])) >')).not.toEqual([]);
  });

  it('refers to metrics that exist', () => {
    const known = knownMetrics();
    const used = new Set(queries.flatMap(metricsOf));
    expect(used).toContain('http_request_duration_seconds');
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  });
});
