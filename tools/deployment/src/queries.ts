import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { readText, root } from './repository.js';

/** The PromQL of docs/alerts.md, one expression each; an empty line parts those of one block. */
export function readQueries(): string[] {
  const blocks = readText('docs/alerts.md').matchAll(/```promql\n([^]*?)```/g);
  return [...blocks].flatMap(([, block = '']) => block.trim().split(/\n\n+/));
}

/** Names of metrics that an expression asks for and that are ours: not of Kubernetes, not of Prometheus itself. */
export function metricsOf(query: string): string[] {
  const names = query.match(/\b[a-z]+(_[a-z0-9]+)+\b(?=\s*[[{)]|\s+[<>/=]|$)/gm) ?? [];
  return names
    .filter((name) => !name.startsWith('kube_'))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

/** Names of the metrics that a service can show: those of its sources and of its process. */
export function knownMetrics(): Set<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const ofTheProcess = registry.getMetricsAsArray().map(({ name }) => name);
  return new Set([...ofTheProcess, ...['apps', 'libs'].flatMap(namesInSources)]);
}

function namesInSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/]+\/src\/.*(?<!\.test)\.ts$/.test(path))
    .map((path) => readText(join(folder, path)))
    .filter((text) => /\b(Counter|Gauge|Histogram)\b/.test(text))
    .flatMap((text) => [...text.matchAll(/\bname: '([a-z_]+)'/g)].map(([, name = '']) => name));
}
