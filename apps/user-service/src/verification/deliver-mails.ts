// Sends the mails that are due (ADR 0060). Guarantees: a mail stays due until the mail server has taken it, refused its address, or
// three days are over; a kill of anybody sends it again, under the same Message-ID; replicas share the mails; while the mail server
// is away nothing is lost, and it is asked by one mail at a time.
//   claimed → over     sent, or the address was refused
//           → paused   the mail server wants this one later: longer each time
//           → due      the mail server is away, or takes none of ours: this replica pauses, and then tries one
//           → left     a fault of this service, or a kill: the lease ends, and another replica sends it
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@triptych/logging';
import { mailWithLink, type MailContent } from './mail-mapping.js';
import { createFaultLog } from '../leases/fault-log.js';
import { pauseAfterFailures, settleInLease } from '../leases/lease.js';
import { type MailClaim, type MailQueue, type MailSettlement } from './mail-queue.js';
import { createLink } from './verification-link.js';

export interface OutgoingMail extends MailContent {
  readonly to: string;
  /** The same whenever this mail is sent again. */
  readonly id: string;
}

export type MailOutcome =
  | { readonly outcome: 'sent' }
  /** `refused`: there is no such mailbox. `deferred`: this mail is not taken now. `unavailable`: no mail is. */
  | { readonly outcome: 'refused' | 'deferred' | 'unavailable'; readonly reason: string };

export type SendMail = (mail: OutgoingMail) => Promise<MailOutcome>;

export type MailResult = MailOutcome['outcome'] | 'given_up';

export interface MailDeliveryParts {
  readonly queue: MailQueue;
  readonly send: SendMail;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly log: Pick<Log, 'warn' | 'info'>;
  readonly count?: (result: MailResult) => void;
}

export interface MailDeliverySettings {
  readonly pollMs: number;
  /** Mails of this replica that are under way at once. */
  readonly mostAtOnce: number;
  /** Requests that are dealt with by one statement. */
  readonly admittedAtOnce: number;
  /** After the first failure of a mail; twice as much after each further one. */
  readonly firstPauseMs: number;
  /** After the first failure of the mail server. */
  readonly firstServerPauseMs: number;
  /** For mails that are under way when the service stops. */
  readonly graceMs: number;
}

export const mailDeliveryDefaults: MailDeliverySettings = {
  pollMs: 500,
  mostAtOnce: 5,
  admittedAtOnce: 100,
  firstPauseMs: 5_000,
  firstServerPauseMs: 1_000,
  graceMs: 5_000,
};

const longestServerPause = 60_000;

const faultMessage = () => 'mails could not be sent; they are tried again';

/** Returns a function that ends it: mails under way have a moment to be taken. */
export function startMailDelivery(parts: MailDeliveryParts, settings = mailDeliveryDefaults) {
  const { queue } = parts;
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  const server = createServerState(parts.log, settings.firstServerPauseMs);
  const faults = createFaultLog(parts.log, faultMessage);
  let looking: Promise<void> | null = null;

  async function run(claim: MailClaim, secret: string, began: number): Promise<void> {
    try {
      const mail = mailWithLink(parts.publicUrl, secret, claim.language);
      const outcome = await parts.send({ ...mail, to: claim.email, id: claim.id });
      server.note(outcome);
      await settle(parts, claim, outcome, settings, { began, stop: stop.signal });
    } catch (err) {
      // Its lease ends by itself, and somebody takes it again.
      faults.note(err);
    }
  }

  async function claimDue(): Promise<void> {
    const places = server.places(settings.mostAtOnce) - running.size;
    if (places <= 0) return;
    const links = Array.from({ length: places }, createLink);
    // The lease begins later than this moment, so it ends later as well.
    const began = performance.now();
    for (const claim of await queue.claim(links.map(({ hash }) => hash))) {
      const promise: Promise<void> = run(claim, links[claim.link]!.secret, began).finally(() => {
        running.delete(promise);
        // There may be more that is due.
        if (!faults.isFailing()) look();
      });
      running.add(promise);
    }
  }

  async function lookOnce(): Promise<void> {
    try {
      while ((await queue.admit(settings.admittedAtOnce)) === settings.admittedAtOnce);
      await claimDue();
      faults.end();
    } catch (err) {
      faults.note(err);
    }
  }

  /** A database that is slow is not asked again meanwhile. */
  function look(): void {
    if (!stop.signal.aborted) looking ??= lookOnce().finally(() => (looking = null));
  }

  const poll = setInterval(look, settings.pollMs).unref();
  return async (): Promise<void> => {
    clearInterval(poll);
    stop.abort();
    await looking;
    await withinGrace(Promise.all(running), settings.graceMs);
  };
}

/** Waits for the work, but not longer. */
async function withinGrace(work: Promise<unknown>, graceMs: number): Promise<void> {
  const grace = new AbortController();
  const over = pause(graceMs, null, { signal: grace.signal, ref: false });
  await Promise.race([work, over.catch(() => {})]);
  grace.abort();
}

/** While the mail server takes nothing, one mail asks it, after pauses that grow; the log has a line for each change. */
function createServerState(log: MailDeliveryParts['log'], firstPauseMs: number) {
  let failures = 0;
  let reason: string | null = null;
  let pausedUntil = 0;
  return {
    places: (most: number) => {
      if (failures === 0) return most;
      return performance.now() < pausedUntil ? 0 : 1;
    },
    note(outcome: MailOutcome): void {
      if (outcome.outcome !== 'unavailable') {
        if (failures > 0) log.info({}, 'the mail server takes mails again');
        [failures, reason] = [0, null];
        return;
      }
      if (outcome.reason !== reason)
        log.warn({ reason: outcome.reason }, 'the mail server takes no mails; they are kept');
      reason = outcome.reason;
      const now = performance.now();
      // Of several that fail together the first makes the pause.
      if (now < pausedUntil) return;
      pausedUntil = now + Math.min(longestServerPause, firstPauseMs * 2 ** Math.min(failures, 20));
      failures += 1;
    },
  };
}

async function settle(
  { queue, count }: MailDeliveryParts,
  claim: MailClaim,
  outcome: MailOutcome,
  settings: MailDeliverySettings,
  { began, stop }: { began: number; stop: AbortSignal },
): Promise<void> {
  const settlement = settlementOf(outcome, claim, settings);
  const isGivenUp = await settleInLease(() => queue.settle(claim, settlement), began, stop);
  count?.(isGivenUp ? 'given_up' : outcome.outcome);
}

function settlementOf(
  { outcome }: MailOutcome,
  { failures }: MailClaim,
  { firstPauseMs }: MailDeliverySettings,
): MailSettlement {
  if (outcome === 'unavailable') return { pauseMs: 0, failures };
  if (outcome !== 'deferred') return { pauseMs: null, failures };
  return { pauseMs: pauseAfterFailures(failures, firstPauseMs), failures: failures + 1 };
}
