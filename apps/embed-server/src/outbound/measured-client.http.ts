import type { HttpClient } from '@triptych/http-client';
import { Counter, Histogram, type Registry } from '@triptych/service-host';
import { outcomeOf, outcomeOfError } from './upstream-outcome-mapping.js';

/** The client under the name of one upstream. Visitors name hosts and paths, so neither is a label. */
export type Measure = (upstream: string, http: HttpClient) => HttpClient;

export function createMeasure(registry: Registry): Measure {
  const labelNames = ['upstream', 'outcome'] as const;
  const requests = new Counter({
    name: 'embed_upstream_requests_total',
    help: 'Questions to other servers by upstream and outcome, also those that were held back',
    labelNames,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'embed_upstream_request_duration_seconds',
    help: 'Time from question to last byte, or to its failure',
    labelNames,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (upstream, http) => ({
    close: () => http.close(),
    request: async (request) => {
      const startedAt = performance.now();
      const count = (outcome: string) => {
        requests.labels(upstream, outcome).inc();
        duration.labels(upstream, outcome).observe((performance.now() - startedAt) / 1000);
      };
      try {
        const answer = await http.request(request);
        count(outcomeOf(answer.status));
        return answer;
      } catch (error) {
        count(outcomeOfError(error));
        throw error;
      }
    },
  });
}
