import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { readRuleGroups } from './queries.js';
import { apps, readText, root } from './repository.js';

const folder = 'docker/monitoring';

interface Component {
  readonly resources: readonly string[];
  readonly configMapGenerator: readonly { readonly files: readonly string[] }[];
  readonly patches: readonly { readonly target: object; readonly patch: string }[];
}

interface PodMonitor {
  readonly spec: {
    readonly selector: { readonly matchExpressions: readonly { readonly values: string[] }[] };
    readonly podMetricsEndpoints: readonly object[];
  };
}

const component = parse(readText(`${folder}/kustomization.yaml`)) as Component;

it('the operator gets the rules that Prometheus reads', () => {
  // Refresh: UPDATE_RULES=1 npx nx test deployment && npx prettier --write docker/monitoring
  const rules = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'triptych' },
    spec: { groups: readRuleGroups() },
  };
  const path = `${folder}/prometheus-rules.yaml`;
  if (process.env['UPDATE_RULES']) {
    const heading = '# Made of the *.rules.yaml beside it: UPDATE_RULES=1 npx nx test deployment\n';
    writeFileSync(join(root, path), heading + stringify(rules, { lineWidth: 120 }));
  }
  expect(parse(readText(path))).toEqual(rules);
});

it('every service is asked on its ops port', () => {
  const { spec } = parse(readText(`${folder}/pod-monitor.yaml`)) as PodMonitor;
  expect(spec.selector.matchExpressions.flatMap(({ values }) => values)).toEqual([...apps]);
  expect(spec.podMetricsEndpoints).toMatchObject([
    { port: 'ops', path: '/-/metrics', honorLabels: true },
  ]);
});

it('the component names files that are there', () => {
  const files = [
    ...component.resources,
    ...component.configMapGenerator.flatMap((map) => map.files),
  ];
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(readText(join(folder, file))).not.toBe('');
});

it('the autoscaler goes by a metric that the adapter serves', () => {
  const [patch] = parse(component.patches[0]?.patch ?? '') as {
    value: { pods: { metric: { name: string } } };
  }[];
  const adapter = parse(readText(`${folder}/streams-adapter.yaml`)) as {
    rules: { custom: { seriesQuery: string }[] };
  };
  const name = patch?.value.pods.metric.name ?? '';
  expect(name).toBe('social_streams_open');
  expect(adapter.rules.custom[0]?.seriesQuery.startsWith(`${name}{`)).toBe(true);
});
