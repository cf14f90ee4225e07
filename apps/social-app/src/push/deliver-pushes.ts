// Notifies devices of what the queue holds (ADR 0042). Guarantees: a delivery stays in the database until the push service
// has taken it, so a kill repeats it and loses nothing; replicas share the work; a service that is slow or broken delays its
// own devices alone; nothing is sent of what was read, deleted, muted or blocked meanwhile.
//   queued  → claimed    when it is due and its device is not left alone: 2 s after the message
//   claimed → dropped    not wanted any more, or older than a day · refused by the push service
//           → delivered  taken by the push service: removed, unless a newer message has come
//           → forgotten  the push service does not know the device, or is where this service may not go
//           → queued     fault or limit: the device is left alone, longer each time; a killed replica: a minute later
import type { Log } from '@triptych/logging';
import type { PushDelivery, PushNotice, PushQueue } from './push-queue.port.js';

export type PushOutcome =
  | { readonly outcome: 'delivered' | 'gone' | 'refused'; readonly reason: string }
  /** `pauseMs`: as long as the push service asks for. */
  | { readonly outcome: 'later'; readonly reason: string; readonly pauseMs: number | null };

/** Errors that it throws are of this service. */
export type SendPush = (
  delivery: PushDelivery,
  notice: PushNotice,
  ttlSeconds: number,
) => Promise<PushOutcome>;

export interface DeliveryParts {
  readonly queue: PushQueue;
  readonly send: SendPush;
  readonly log: Log;
  readonly count?: (outcome: PushOutcome['outcome'] | 'dropped') => void;
}

export interface DeliverySettings {
  readonly pollMs: number;
  readonly mostAtOnce: number;
  readonly perService: number;
  /** After the first failure of a device; twice as much after each further one. */
  readonly firstPauseMs: number;
}

export const deliveryDefaults: DeliverySettings = {
  pollMs: 1_000,
  mostAtOnce: 64,
  perService: 8,
  firstPauseMs: 30_000,
};

const hour = 60 * 60 * 1000;
const longestPause = hour;
/** A message that nobody could be notified of for so long is no news. */
const longestAge = 24 * hour;

/** Returns a function that ends it; what is under way is waited for. */
export function startPushDelivery(parts: DeliveryParts, settings = deliveryDefaults) {
  const { queue, log } = parts;
  const { pollMs, mostAtOnce, perService } = settings;
  const underWay = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const faults = createFaultLog(log);
  let claiming: Promise<void> | null = null;

  async function run(delivery: PushDelivery): Promise<void> {
    const { service } = delivery;
    underWay.set(service, (underWay.get(service) ?? 0) + 1);
    try {
      const result = await deliver(parts, delivery, settings);
      faults.note(service, result);
    } catch (err) {
      // Its lease ends by itself, and somebody takes it again.
      faults.noteOwn(err);
    } finally {
      const left = (underWay.get(service) ?? 1) - 1;
      if (left > 0) underWay.set(service, left);
      else underWay.delete(service);
    }
  }

  async function claim(): Promise<void> {
    try {
      const most = mostAtOnce - running.size;
      if (most <= 0) return;
      for (const delivery of await queue.claim({ most, perService, underWay })) {
        const promise: Promise<void> = run(delivery).finally(() => running.delete(promise));
        running.add(promise);
      }
      faults.endOwn();
    } catch (err) {
      faults.noteOwn(err);
    }
  }

  const poll = setInterval(() => {
    // A database that is slow is not asked again meanwhile.
    claiming ??= claim().finally(() => (claiming = null));
  }, pollMs).unref();
  const clean = setInterval(() => {
    queue.dropOlderThan(longestAge).catch(faults.noteOwn);
  }, hour).unref();
  return async (): Promise<void> => {
    clearInterval(poll);
    clearInterval(clean);
    await claiming;
    await Promise.all(running);
  };
}

async function deliver(
  { queue, send, count }: DeliveryParts,
  delivery: PushDelivery,
  { firstPauseMs }: DeliverySettings,
): Promise<PushOutcome | null> {
  const age = Date.now() - delivery.createdAt.getTime();
  const left = Math.min(longestAge - age, delivery.leftMs ?? longestAge);
  if (delivery.notice === null || left <= 0) {
    await queue.finish(delivery);
    count?.('dropped');
    return null;
  }
  const result = await send(delivery, delivery.notice, Math.ceil(left / 1000));
  if (result.outcome === 'gone') await queue.forget(delivery);
  else if (result.outcome === 'later') {
    const growing = Math.min(longestPause, firstPauseMs * 2 ** Math.min(delivery.failures, 10));
    const pause = Math.min(longestAge, result.pauseMs ?? 0);
    await queue.postpone(delivery, Math.max(pause, growing * (0.75 + Math.random() / 2)));
  } else await queue.finish(delivery);
  count?.(result.outcome);
  return result;
}

/** Services whose faults are remembered; users name them. */
const mostRemembered = 1_000;

/** One line when a push service begins to fail, and one when the own database does. */
function createFaultLog(log: Log) {
  const failing = new Set<string>();
  let isOwnFailing = false;
  return {
    note(service: string, result: PushOutcome | null): void {
      if (result?.outcome === 'delivered') failing.delete(service);
      if (result?.outcome !== 'later' && result?.outcome !== 'refused') return;
      if (failing.has(service)) return;
      if (failing.size < mostRemembered) failing.add(service);
      log.warn({ reason: result.reason }, 'a push service takes no notifications');
    },
    noteOwn: (err: unknown): void => {
      if (!isOwnFailing) log.warn({ err }, 'notifications could not be sent; they are tried again');
      isOwnFailing = true;
    },
    endOwn: () => void (isOwnFailing = false),
  };
}
