import { ServiceError } from '@triptych/schemas';
import { Counter, type Registry } from '@triptych/service-host';
import type { Messages } from './messages.js';

/** The use cases with every outcome of a send or forward counted: `sent`, the code of a refusal, or `failed`. */
export function withSendMetrics(messages: Messages, registry: Registry): Messages {
  const sends = new Counter({
    name: 'social_messages_sent_total',
    help: 'Sends of messages by outcome, forwarded ones among them',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  // A counter that appears with its first event has not increased for who watches it.
  for (const outcome of ['sent', 'failed']) sends.labels(outcome).inc(0);
  async function count<T>(sending: Promise<T>): Promise<T> {
    try {
      const sent = await sending;
      sends.labels('sent').inc();
      return sent;
    } catch (error) {
      sends.labels(error instanceof ServiceError ? error.code : 'failed').inc();
      throw error;
    }
  }
  return {
    ...messages,
    send: (...request) => count(messages.send(...request)),
    forward: (...request) => count(messages.forward(...request)),
  };
}
