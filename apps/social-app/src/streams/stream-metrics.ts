import { Histogram, observeGauge, type Registry } from '@triptych/service-host';

/** Open streams, and how long an event takes to get to one: from its row, by the clock of the database, to its frame. */
export function createStreamMetrics(registry: Registry) {
  const delays = new Histogram({
    name: 'social_event_delivery_seconds',
    help: 'Time from the row of an event to its frame, on streams that were open when it was written',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
    registers: [registry],
  });
  return {
    /** Milliseconds; two clocks may disagree. */
    delivered: (delay: number) => delays.observe(Math.max(0, delay) / 1000),
    watch(streams: { readonly openCount: number }, deafSince: () => number | null): void {
      observeGauge(registry, {
        name: 'social_streams_open',
        help: 'Event streams that are open',
        read: () => streams.openCount,
      });
      observeGauge(registry, {
        name: 'social_replicas_heard',
        help: '1 while messages of other replicas arrive',
        read: () => (deafSince() === null ? 1 : 0),
      });
    },
  };
}
