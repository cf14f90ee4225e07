import type { Caller } from '../sessions/sessions.js';
import { areKeys, type BrowserKeys } from './encrypt-push.js';
import { InvalidSubscription, PushNotOffered } from './push.errors.js';

/** As a browser makes it, and its push service knows it. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: BrowserKeys;
}

export interface SubscriptionStore {
  /** In the place of whatever the device had, and of whoever had the same endpoint. */
  put(caller: Caller, subscription: BrowserSubscription, service: string): Promise<void>;
  /** False when there was none. */
  remove(sessionId: string): Promise<boolean>;
}

export type PushSubscriptions = ReturnType<typeof createPushSubscriptions>;

/** @param key the public one; null: no notifications are sent */
export function createPushSubscriptions(store: SubscriptionStore, key: string | null) {
  return {
    key,
    async subscribe(caller: Caller, subscription: BrowserSubscription): Promise<void> {
      if (key === null) throw new PushNotOffered();
      const { endpoint, keys } = subscription;
      if (!URL.canParse(endpoint) || !areKeys(keys)) throw new InvalidSubscription();
      await store.put(caller, subscription, new URL(endpoint).host);
    },
    end: ({ sessionId }: Caller) => store.remove(sessionId),
  };
}
