import { Counter, type Registry } from '@triptych/service-host';
import type { MailResult } from './deliver-mails.js';

export function createVerificationMetrics(registry: Registry) {
  const counter = <Outcome extends string>(
    metric: { readonly name: string; readonly help: string },
    outcomes: readonly Outcome[],
  ) => {
    const created = new Counter({
      ...metric,
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
    // A counter that appears with its first event has not increased for who watches it.
    for (const outcome of outcomes) created.labels(outcome).inc(0);
    return (outcome: Outcome) => created.labels(outcome).inc();
  };
  return {
    mail: counter<MailResult>(
      {
        name: 'user_verification_mails_total',
        help: 'Tries to send a mail that proves an e-mail by outcome: sent, deferred, refused, unavailable, given_up',
      },
      ['sent', 'deferred', 'refused', 'unavailable', 'given_up'],
    ),
    pressed: counter<'verified' | 'invalid'>(
      {
        name: 'user_verifications_total',
        help: 'Presses of the button behind a link by outcome: verified, invalid',
      },
      ['verified', 'invalid'],
    ),
  };
}
