import type { UserEvent } from '../events/user-event.js';
import { eventToWire } from '../events/user-event.js';
import { attemptWebhook } from './attempt-webhook.js';
import type { Endpoint, SendOutcome, SendWebhook } from './deliver-webhooks.js';
import type { Attempt } from './webhook.js';

export interface PageOutcome {
  /** How many events of the page, from its beginning, are done with. */
  readonly done: number;
  readonly attempts: readonly Attempt[];
  /** The first try that failed; null: none has. */
  readonly failure: Exclude<SendOutcome, { outcome: 'delivered' | 'interrupted' }> | null;
}

/** What is to be sent, and how, at this moment. */
export interface Current {
  readonly endpoint: Endpoint;
  /** Those that are not wanted are null. */
  readonly events: readonly (UserEvent | null)[];
}

export interface PageSettings {
  /** Events of different users that are under way at once. */
  readonly lanes: number;
  /** Whether another try may begin. */
  readonly mayGoOn: () => boolean;
  readonly signal: AbortSignal;
}

/**
 * Delivers events, those of one user in their order and one after another. After the first failure no other begins: what
 * lies behind it is delivered again later, under the same ids.
 *
 * @param first at the beginning
 * @param current asked before each try, for the same events at the same places; null: nothing is to be sent any more
 */
export async function deliverPage(
  send: SendWebhook,
  { events }: Current,
  current: () => Promise<Current | null>,
  { lanes, mayGoOn, signal }: PageSettings,
): Promise<PageOutcome> {
  const isDone = events.map((event) => event === null);
  const attempts: Attempt[] = [];
  let failure: PageOutcome['failure'] = null;
  const waiting = placesByUser(events);

  async function runLane(): Promise<void> {
    for (let places = waiting.shift(); places !== undefined; places = waiting.shift()) {
      for (const place of places) {
        const now = await current();
        if (now === null || failure !== null || !mayGoOn()) return;
        const { id, type } = now.events[place]!;
        const message = { id, type, body: eventToWire(now.events[place]!) };
        const result = await attemptWebhook(send, now.endpoint, message, signal);
        if (result.outcome === 'interrupted') return;
        attempts.push(result.attempt);
        if (result.outcome !== 'delivered') {
          failure ??= result;
          return;
        }
        isDone[place] = true;
      }
    }
  }

  await Promise.all(Array.from({ length: lanes }, runLane));
  const left = isDone.indexOf(false);
  return { done: left === -1 ? events.length : left, attempts, failure };
}

/** Users in the order of their first events, so that the oldest come first. */
function placesByUser(events: readonly (UserEvent | null)[]): number[][] {
  const byUser = new Map<string, number[]>();
  events.forEach((event, place) => {
    if (event === null) return;
    const places = byUser.get(event.userId);
    if (places) places.push(place);
    else byUser.set(event.userId, [place]);
  });
  return [...byUser.values()];
}
