import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { parse } from 'yaml';
import { readText, root } from './repository.js';

const folder = 'docker/monitoring';

/** A rule of Prometheus: an alert, or a query that is recorded under a name. */
export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
}

/** The groups of all rule files, as Prometheus and its operator read them. */
export function readRuleGroups(): { readonly name: string; readonly rules: readonly Rule[] }[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.rules.yaml'))
    .flatMap((file) => (parse(readText(join(folder, file))) as { groups: [] }).groups);
}

/** A dashboard of Grafana, as far as the tests read it. */
export interface Dashboard {
  readonly uid: string;
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

/** The dashboards by the names of their files. */
export function readDashboards(): Map<string, Dashboard> {
  const files = readdirSync(join(root, folder, 'dashboards'));
  return new Map(
    files.map((file) => {
      const text = readText(join(folder, 'dashboards', file));
      const dashboard = JSON.parse(text) as Dashboard;
      // A heading is a panel without queries.
      const panels = dashboard.panels.map((panel) => ({ ...panel, targets: panel.targets ?? [] }));
      return [file, { ...dashboard, panels }];
    }),
  );
}

/** The names of our own metrics in an expression: not those of Kubernetes, HAProxy and Patroni, or recorded by a rule. */
export function metricsOf(query: string): string[] {
  const names = query.match(/(?<!:)\b[a-z]+(_[a-z0-9]+)+\b(?=\s*[[{)]|\s+[<>/=]|$)/gm) ?? [];
  return names
    .filter((name) => !/^(?:kube|haproxy|patroni)_/.test(name))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

/** The names under which rules record what they found, in an expression. */
export function recordsOf(query: string): string[] {
  return query.match(/\bservice:\w+:\w+/g) ?? [];
}

/** The names of the metrics that a service can export: those of its sources and of the Node.js process. */
export function knownMetrics(): Set<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const processMetrics = registry.getMetricsAsArray().map(({ name }) => name);
  return new Set([...processMetrics, ...['apps', 'libs'].flatMap(namesInSources)]);
}

function namesInSources(sources: string): string[] {
  return readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/]+\/src\/.*(?<!\.test)\.ts$/.test(path))
    .map((path) => readText(join(sources, path)))
    .filter((text) => /\b(Counter|Gauge|Histogram)\b/.test(text))
    .flatMap((text) => [...text.matchAll(/\bname: '([a-z_]+)'/g)].map(([, name = '']) => name));
}
