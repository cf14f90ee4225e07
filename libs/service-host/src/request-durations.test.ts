import { Histogram, Registry, type RegistryContentType } from 'prom-client';
import { RequestDurations } from './request-durations.js';

const options = { name: 'took_seconds', help: 'Time', buckets: [0.01, 0.1, 1] };
const observed: readonly [string, string, number, number][] = [
  ['GET', '/a/:id', 200, 0.004],
  ['GET', '/a/:id', 200, 0.01],
  ['GET', '/a/:id', 200, 0.5],
  ['GET', '/a/:id', 404, 7],
  ['POST', '/a"\\', 500, 0.02],
];

it.each([Registry.PROMETHEUS_CONTENT_TYPE, Registry.OPENMETRICS_CONTENT_TYPE])(
  'tells what prom-client would, in %s',
  async (type) => {
    const [ours, theirs] = [new Registry(), new Registry()] as const;
    for (const registry of [ours, theirs]) {
      (registry as Registry<RegistryContentType>).setContentType(type);
      registry.setDefaultLabels({ service: 's' });
    }
    const durations = new RequestDurations(ours, options);
    const labelNames = ['method', 'route', 'status'] as const;
    const histogram = new Histogram({ ...options, labelNames, registers: [theirs] });
    for (const [method, route, status, seconds] of observed) {
      durations.observe(method, route, status, seconds);
      histogram.observe({ method, route, status }, seconds);
    }
    expect(sorted(await ours.metrics())).toBe(sorted(await theirs.metrics()));
    ours.resetMetrics();
    expect(await ours.metrics()).not.toContain('took_seconds_count');
  },
);

/** The order of labels says nothing. */
function sorted(text: string): string {
  return text.replace(/\{(.*)\}/g, (_, labels: string) => labels.split(',').sort().join());
}
