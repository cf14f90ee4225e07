import { parser } from '@prometheus-io/lezer-promql';
import { knownMetrics, metricsOf, readDashboards, readRuleGroups, recordsOf } from './queries.js';
import { readText } from './repository.js';

const rules = readRuleGroups().flatMap((group) => group.rules);
const alerts = rules.flatMap(({ alert }) => (alert === undefined ? [] : [alert]));
const dashboards = [...readDashboards()];
const queries = [
  ...rules.map(({ expr }) => expr),
  ...dashboards.flatMap(([, { panels }]) =>
    panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ),
];

function syntaxErrors(query: string): string[] {
  const errors: string[] = [];
  parser.parse(query).iterate({
    enter: (node) => {
      if (node.type.isError) errors.push(query.slice(node.from - 10, node.to + 10));
    },
  });
  return errors;
}

describe('the queries of rules and dashboards', () => {
  it('are there', () => {
    expect(rules.length).toBeGreaterThan(30);
    expect(dashboards.length).toBe(4);
  });

  it.each(queries)('%s is PromQL', (query) => {
    expect(syntaxErrors(query)).toEqual([]);
  });

  it('fail the test where one is wrong', () => {
    expect(syntaxErrors('sum by service (rate(up[5m])) >')).not.toEqual([]);
  });

  it('refer to metrics that exist', () => {
    const known = knownMetrics();
    const used = new Set(queries.flatMap(metricsOf));
    expect(used).toContain('http_request_duration_seconds');
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  });

  it('show each metric of the services somewhere', () => {
    const shown = new Set(queries.flatMap(metricsOf));
    const ours = [...knownMetrics()].filter((name) => !/^(nodejs|process)_/.test(name));
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('refer to what rules record', () => {
    const recorded = rules.map(({ record }) => record);
    expect(queries.flatMap(recordsOf).filter((name) => !recorded.includes(name))).toEqual([]);
  });
});

describe('alerts', () => {
  // Those that fire slowly ask for the same.
  const described = alerts.filter((name) => !name.endsWith('Slowly')).sort();

  it('have names of their own', () => {
    expect(new Set(alerts).size).toBe(alerts.length);
  });

  it('are described in docs/alerts.md, each of them and no other', () => {
    const headings = [...readText('docs/alerts.md').matchAll(/^### (\w+)$/gm)];
    expect(headings.map(([, name]) => name).sort()).toEqual(described);
  });

  it('are tested to fire', () => {
    const tests = ['alerts', 'objectives'].map((name) =>
      readText(`docker/monitoring/${name}.test.yaml`),
    );
    const fired = [...tests.join('\n').matchAll(/alertname: (\w+)\n\s+exp_alerts:/g)];
    expect([...new Set(fired.map(([, name]) => name))].sort()).toEqual([...alerts].sort());
  });
});

describe('dashboards', () => {
  it.each(dashboards)('%s has panels of its own', (file, { uid, panels }) => {
    expect(`${uid}.json`).toBe(`triptych-${file}`);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });

  it.each(dashboards)('%s has its panels beside each other', (_file, { panels }) => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)}, ${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });

  it.each(dashboards)('%s declares the variables of its queries', (_file, dashboard) => {
    const names = dashboard.templating.list.map(({ name }) => `$${name}`);
    const used = dashboard.panels
      .flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/\$\w+/g) ?? []))
      .filter((name) => !names.includes(name));
    expect(used).toEqual([]);
  });

  it('show every alert where alerts are shown', () => {
    const shown = queries.flatMap((query) =>
      [...query.matchAll(/ALERTS{[^}]*alertname=~"([\w|]+)"/g)].map(([, names = '']) => names),
    );
    expect(shown.length).toBeGreaterThan(2);
    for (const names of shown) expect(names.split('|').sort()).toEqual([...alerts].sort());
  });
});
