import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { readText, root } from './repository.js';

/** The PromQL of docs/alerts.md, one expression each; an empty line separates those of one block. */
export function readQueries(): string[] {
  const blocks = readText('docs/alerts.md').matchAll(/```promql\n([^]*?)```/g);
  return [...blocks].flatMap(([, block = '']) => block.trim().split(/\n\n+/));
}

/** The names of our own metrics in an expression: not those of Kubernetes, Prometheus or HAProxy. */
export function metricsOf(query: string): string[] {
  const names = query.match(/\b[a-z]+(_[a-z0-9]+)+\b(?=\s*[[{)]|\s+[<>/=]|$)/gm) ?? [];
  return names
    .filter((name) => !/^(?:kube|haproxy)_/.test(name))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

/** The names of the metrics that a service can export: those of its sources and of the Node.js process. */
export function knownMetrics(): Set<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const processMetrics = registry.getMetricsAsArray().map(({ name }) => name);
  return new Set([...processMetrics, ...['apps', 'libs'].flatMap(namesInSources)]);
}

function namesInSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/]+\/src\/.*(?<!\.test)\.ts$/.test(path))
    .map((path) => readText(join(folder, path)))
    .filter((text) => /\b(Counter|Gauge|Histogram)\b/.test(text))
    .flatMap((text) => [...text.matchAll(/\bname: '([a-z_]+)'/g)].map(([, name = '']) => name));
}
