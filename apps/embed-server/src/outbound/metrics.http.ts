import { ServiceError } from '@triptych/schemas';
import { Counter, Histogram, type Registry } from '@triptych/service-host';
import type { Interceptor } from './interceptor.http.js';

/** Counts and times the calls to one upstream. Visitors name hosts and paths, so neither is a label. */
export type Measure = (upstream: string) => Interceptor;

export function createMeasure(registry: Registry): Measure {
  const labelNames = ['upstream', 'outcome'] as const;
  const requests = new Counter({
    name: 'embed_upstream_requests_total',
    help: 'Calls to other servers by upstream and outcome, also those that were not made',
    labelNames,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'embed_upstream_request_duration_seconds',
    help: 'Time from the call to the last byte, or to its failure',
    labelNames,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (upstream) => (next) => async (request) => {
    const startedAt = performance.now();
    const count = (outcome: string) => {
      requests.labels(upstream, outcome).inc();
      duration.labels(upstream, outcome).observe((performance.now() - startedAt) / 1000);
    };
    try {
      const response = await next(request);
      count(outcomeOf(response.status));
      return response;
    } catch (error) {
      // The code that the visitor gets.
      count(error instanceof ServiceError ? error.code : 'aborted');
      throw error;
    }
  };
}

/** A closed set of words: what the status of a reply means. */
function outcomeOf(status: number): string {
  // Redirects are followed, unless the call was made to learn where one leads.
  if (status < 400) return 'ok';
  if (status === 404 || status === 410) return 'absent';
  if (status === 429) return 'limited';
  if (status === 401 || status === 403) return 'refused';
  return status >= 500 ? 'failed' : 'unexpected';
}
