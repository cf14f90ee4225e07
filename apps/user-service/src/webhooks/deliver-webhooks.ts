// Delivers the log of events to webhooks (ADR 0059). Guarantees: an event stays due until the receiver has answered 2xx to it,
// so a kill of anybody repeats what was under way, under the same ids, and loses nothing; of one user the order is that of
// the log; replicas share the webhooks; a receiver that is slow or broken delays itself alone.
//   claimed → settled    a page of events was delivered, or all of it up to one that failed: the place in the log moves on
//           → paused     after a failure: longer each time, as the receiver asks, with chance, so that not all come back at once
//           → off        failing for three days, answered 410, or its next events are gone: told in the log, counted
//           → left       a fault of this service, or a kill: the lease ends, and another replica begins where it stands
import type { Log } from '@triptych/logging';
import type { EventLog } from '../events/events.js';
import { type Current, deliverPage } from './deliver-page.js';
import { parseCursor } from '../events/event-cursor.js';
import type { UserEvent } from '../events/user-event.js';
import { createFaultLog } from '../leases/fault-log.js';
import { limitedPause, pauseAfterFailures, settleInLease } from '../leases/lease.js';
import type { SecretEncryption } from './secret-encryption.js';
import type { Settlement, WebhookClaim, WebhookQueue } from './webhook-queue.js';
import type { Message } from './webhook-secret.js';
import type { OffReason } from './webhook.js';
import { UnreadableSecret } from './webhooks.errors.js';

export interface Endpoint {
  readonly url: string;
  /** Each signs. */
  readonly secrets: readonly string[];
}

export type SendOutcome =
  | { readonly outcome: 'delivered' | 'gone' | 'interrupted'; readonly reason: string }
  /** `pauseMs`: as long as the receiver asks for. */
  | { readonly outcome: 'failed'; readonly reason: string; readonly pauseMs: number | null };

/** One try. Errors that it throws are of this service. */
export type SendWebhook = (
  endpoint: Endpoint,
  message: Message,
  signal: AbortSignal,
) => Promise<SendOutcome>;

export interface DeliveryParts {
  readonly queue: WebhookQueue;
  readonly events: Pick<EventLog, 'read'>;
  readonly encryption: Pick<SecretEncryption, 'open'>;
  readonly send: SendWebhook;
  readonly log: Pick<Log, 'warn'>;
  readonly count?: {
    readonly attempt: (outcome: 'delivered' | 'failed') => void;
    readonly off: (reason: OffReason) => void;
  };
}

export interface DeliverySettings {
  readonly pollMs: number;
  /** Webhooks of this replica that are under way at once; all that there may be, so that no receiver waits for another. */
  readonly mostAtOnce: number;
  readonly pageSize: number;
  readonly lanes: number;
  /** After this it is looked again whether, what and by which secrets a page is still to be delivered. */
  readonly lookAgainMs: number;
  /** After this no further try begins, so that all have ended within the lease. */
  readonly pageMs: number;
  /** After the first failure; twice as much after each further one. */
  readonly firstPauseMs: number;
  /** For tries that are under way when the service stops. */
  readonly graceMs: number;
}

export const deliveryDefaults: DeliverySettings = {
  pollMs: 500,
  mostAtOnce: 100,
  pageSize: 100,
  lanes: 4,
  lookAgainMs: 1_000,
  pageMs: 30_000,
  firstPauseMs: 5_000,
  graceMs: 2_000,
};

/** For so long a webhook whose secret is unreadable here is left to other replicas. */
const unreadableMs = 60_000;

/** Returns a function that ends it: tries under way have a moment to end. */
export function startWebhookDelivery(parts: DeliveryParts, settings = deliveryDefaults) {
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  const cut = new AbortController();
  const faults = createFaultLog(parts.log, faultMessage);
  const leftToOthers = createLeftToOthers(faults.note);
  let claiming: Promise<void> | null = null;

  async function run(claim: WebhookClaim, began: number): Promise<void> {
    const mayGoOn = () => !stop.signal.aborted && performance.now() - began < settings.pageMs;
    try {
      const going = { mayGoOn, signal: cut.signal };
      const leave = (err: unknown) => leftToOthers.leave(claim, err);
      const settlement = await deliver(parts, claim, settings, going).catch(leave);
      await settle(parts, claim, settlement, began, stop.signal);
    } catch (err) {
      // Its lease ends by itself, and somebody takes it again.
      faults.note(err);
    }
  }

  async function claim(): Promise<void> {
    try {
      const most = settings.mostAtOnce - running.size;
      if (most <= 0) return;
      // The lease begins later than this moment, so it ends later as well.
      const began = performance.now();
      const claims = await parts.queue.claim(most, leftToOthers.ids());
      for (const each of claims) {
        const promise: Promise<void> = run(each, began).finally(() => {
          running.delete(promise);
          // There may be more for it.
          look();
        });
        running.add(promise);
      }
      faults.end();
    } catch (err) {
      faults.note(err);
    }
  }

  function look(): void {
    // A database that is slow is not asked again meanwhile.
    if (!stop.signal.aborted && !faults.isFailing()) begin();
  }

  const begin = () => void (claiming ??= claim().finally(() => (claiming = null)));
  const poll = setInterval(begin, settings.pollMs).unref();
  return async (): Promise<void> => {
    clearInterval(poll);
    stop.abort();
    const grace = setTimeout(() => cut.abort(), settings.graceMs).unref();
    await claiming;
    await Promise.all(running);
    clearTimeout(grace);
  };
}

/** Webhooks whose secrets are unreadable here: for a minute each, replicas that have the key may take them at once. */
function createLeftToOthers(note: (err: unknown) => void) {
  const untilById = new Map<string, number>();
  return {
    /** @throws any other error */
    leave(claim: WebhookClaim, err: unknown): Settlement {
      if (!(err instanceof UnreadableSecret)) throw err;
      note(err);
      untilById.set(claim.id, performance.now() + unreadableMs);
      return nothingDone(claim);
    },
    ids(): string[] {
      for (const [id, until] of untilById) if (until < performance.now()) untilById.delete(id);
      return [...untilById.keys()];
    },
  };
}

const faultMessage = (err: unknown) =>
  err instanceof UnreadableSecret
    ? 'WEBHOOK_KEYS lacks the key of the secret of a webhook; nothing is delivered to it'
    : 'webhooks could not be delivered to; they are tried again';

async function deliver(
  { queue, events, encryption, send, count }: DeliveryParts,
  claim: WebhookClaim,
  settings: DeliverySettings,
  going: { mayGoOn: () => boolean; signal: AbortSignal },
): Promise<Settlement> {
  const currentOf = (sealed: readonly string[], page: readonly UserEvent[]): Current => ({
    endpoint: { url: claim.url, secrets: sealed.map((each) => encryption.open(each, claim.id)) },
    events: page.map((event) => (isWanted(claim, event) ? event : null)),
  });
  const page = await events.read(claim.after, settings.pageSize);
  const first = currentOf(claim.sealed, page ?? []);
  if (page === null) return { ...nothingDone(claim), off: 'cursor_expired' };
  // A page takes half a minute: what is removed, rotated or deleted meanwhile must not go on for so long.
  const current = createCurrent(first, settings.lookAgainMs, async () => {
    const sealed = await queue.sealedSecrets(claim);
    const now = sealed && (await events.read(claim.after, page.length));
    return sealed && now && currentOf(sealed, now);
  });
  // One that fails is asked for one event alone, until it has taken it.
  const lanes = claim.failures > 0 ? 1 : settings.lanes;
  const pageSettings = { ...going, lanes };
  const { done, attempts, failure } = await deliverPage(send, first, current, pageSettings);
  for (const { outcome } of attempts) count?.attempt(outcome);
  const last = page[done - 1];
  return {
    after: last === undefined ? claim.after : parseCursor(last.cursor),
    attempts,
    anyTaken: attempts.some(({ outcome }) => outcome === 'delivered'),
    pauseMs: failure === null ? null : pauseAfter(failure, claim.failures, settings),
    off: failure?.outcome === 'gone' ? 'gone' : null,
  };
}

/** What was read last; read again where that was a while ago. What cannot be read again is taken for over. */
function createCurrent(first: Current, everyMs: number, read: () => Promise<Current | null>) {
  let last: Current | null = first;
  let readAt = performance.now();
  let reading: Promise<void> | null = null;
  return async (): Promise<Current | null> => {
    if (last === null || performance.now() - readAt < everyMs) return last;
    reading ??= read()
      .catch(() => null)
      .then((now) => {
        [last, readAt, reading] = [now, performance.now(), null];
      });
    await reading;
    return last;
  };
}

async function settle(
  { queue, log, count }: DeliveryParts,
  claim: WebhookClaim,
  settlement: Settlement,
  began: number,
  stop: AbortSignal,
): Promise<void> {
  const off = await settleInLease(() => queue.settle(claim, settlement), began, stop);
  if (off === null) return;
  // The URL may hold a secret of the receiver, and is not logged.
  log.warn({ webhook: claim.id, reason: off }, 'a webhook is switched off');
  count?.off(off);
}

function nothingDone({ after }: WebhookClaim): Settlement {
  return { after, attempts: [], anyTaken: false, pauseMs: null, off: null };
}

function isWanted({ types }: WebhookClaim, { type }: UserEvent): boolean {
  return types.length === 0 || types.includes(type);
}

function pauseAfter(
  failure: Exclude<SendOutcome, { outcome: 'delivered' | 'interrupted' }>,
  failures: number,
  { firstPauseMs }: DeliverySettings,
): number {
  const asked = failure.outcome === 'failed' ? (failure.pauseMs ?? 0) : 0;
  return Math.max(limitedPause(asked), pauseAfterFailures(failures, firstPauseMs));
}
