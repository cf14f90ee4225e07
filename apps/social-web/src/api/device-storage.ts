// What this device keeps beside drafts (`kept-drafts.ts`): what is queued until the server has it; and that its user was asked for a
// handle and wants none now. Where a browser denies storage, it is kept in memory and the client works for as long as it is open.

/** The browser's storage as far as this client uses it. */
export interface DeviceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  /**
   * For this tab alone, as long as it is open.
   *
   * @param isRestored what is kept beside the storage has it, like what a full storage does not take
   */
  setHere(key: string, value: string, isRestored?: boolean): void;
  removeItem(key: string): void;
  keys(): string[];
  /** Whether other tabs see it, and it is there after the page was closed. */
  readonly isShared: boolean;
  /** Whether that holds for what was set last under this key: there may have been no space left. */
  isKept(key: string): boolean;
}

/** Whose data it is. */
export const storageOwnerKey = 'owner';

export function memoryStorage(): DeviceStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    setHere: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    keys: () => [...values.keys()],
    isShared: false,
    isKept: () => false,
  };
}

/**
 * Where storage is denied, reading the property throws; in some web views, and in Node, nothing is there; where its file is
 * damaged, each use throws.
 *
 * @param find gets the browser's storage
 */
export function openStorage(find: () => Storage | null | undefined): DeviceStorage {
  try {
    const storage = find();
    if (!storage) return memoryStorage();
    storage.getItem(storageOwnerKey);
    return withOverflow(storage);
  } catch {
    return memoryStorage();
  }
}

/**
 * What a full storage does not take is kept in memory: it is there for as long as this page is open. So is everything from then on
 * where the storage fails later.
 */
export function withOverflow(storage: Storage): DeviceStorage {
  const unkept = new Map<string, string>();
  const removed = new Set<string>();
  const attempt = <Value>(act: () => Value, otherwise: Value): Value => {
    try {
      return act();
    } catch {
      return otherwise;
    }
  };
  return {
    getItem(key) {
      const kept = () => (removed.has(key) ? null : storage.getItem(key));
      return unkept.get(key) ?? attempt(kept, null);
    },
    setItem(key, value) {
      unkept.delete(key);
      try {
        storage.setItem(key, value);
        removed.delete(key);
      } catch {
        unkept.set(key, value);
      }
    },
    setHere: (key, value) => void unkept.set(key, value),
    removeItem(key) {
      unkept.delete(key);
      try {
        storage.removeItem(key);
        removed.delete(key);
      } catch {
        removed.add(key);
      }
    },
    keys() {
      const kept = attempt(() => Object.keys(storage), []);
      return [...new Set([...kept.filter((key) => !removed.has(key)), ...unkept.keys()])];
    },
    isShared: true,
    isKept: (key) => !unkept.has(key),
  };
}

export const deviceStorage = openStorage(() => localStorage);

/** As they were written for whoever is signed in. */
export const writtenTimesKey = 'times';

/** The last screen (`snapshot/kept-snapshot.ts`). */
export const snapshotKey = 'snapshot';

/** Whether this person wants notifications on this device. */
export const notifyKey = 'notify';

/** Whether this person wants a sound on this device. */
export const soundKey = 'sound';

/** Of every queue, and of what is noted of them. */
export const allQueuesPrefix = 'queue/';

export const queuePrefix = (me: string) => `${allQueuesPrefix}${me}/`;

/** Of what tabs with the release before would drop, since they do not understand it. */
export const laterQueuePrefix = (me: string) => `${allQueuesPrefix}later/${me}/`;

/** Of what the server has taken, which stays there for a while. */
export const takenQueuePrefix = (me: string) => `${allQueuesPrefix}taken/${me}/`;

/**
 * Of friend actions. Apart from the other changes: a tab with the release before, which knows no friend actions, would try to
 * send them as changes of a message.
 */
export const friendQueuePrefix = (me: string) => `${allQueuesPrefix}friends/${me}/`;

/** Of drafts, whose loss nobody has to be warned of: they are not sent. */
export const draftQueuePrefix = (me: string) => `${allQueuesPrefix}drafts/${me}/`;

/** Of what is written in a conversation and not sent. */
export const draftPrefix = 'draft/';

/** Of the messages that release 0.1 left unsent. */
const outboxPrefix = 'outbox/';

const skippedPrefix = 'skipped-handle/';

/** Of the handle that was chosen last on this device. */
export const handlePrefix = 'handle/';

/** Of what is remembered of the emoji that somebody has chosen. */
export const emojiPrefix = 'emoji/';

/** All that goes with its person. What is not here, such as theme and language, is of the device. */
const personal = {
  keys: [writtenTimesKey, snapshotKey, notifyKey, soundKey],
  prefixes: [
    ...[allQueuesPrefix, draftPrefix, outboxPrefix],
    ...[skippedPrefix, handlePrefix, emojiPrefix],
  ],
};

const isPersonal = (key: string) =>
  personal.keys.includes(key) || personal.prefixes.some((prefix) => key.startsWith(prefix));

/** Whether changes that somebody would miss wait to reach the server: how far they have read is not among them. */
export function hasQueued(me: string): boolean {
  const prefixes = [queuePrefix(me), laterQueuePrefix(me), friendQueuePrefix(me)];
  return deviceStorage
    .keys()
    .filter((key) => prefixes.some((prefix) => key.startsWith(prefix)))
    .map(
      (key) => readJson<{ change?: { kind?: string } }>(deviceStorage.getItem(key))?.change?.kind,
    )
    .some((kind) => kind !== undefined && kind !== 'read');
}

interface OutgoingMessage {
  readonly clientId: string;
  readonly chatId: string;
  readonly text: string;
  readonly at: string;
}

function isOutgoing(one: OutgoingMessage | null): one is OutgoingMessage {
  return [one?.clientId, one?.chatId, one?.text].every((value) => typeof value === 'string');
}

/** Null for what another program has left there. */
export function readJson<Value>(text: string | null): Value | null {
  try {
    return JSON.parse(text ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

/** Takes the messages that release 0.1 left unsent, oldest first. */
export function takeOutbox(me: string): OutgoingMessage[] {
  const left = deviceStorage.keys().filter((key) => key.startsWith(`${outboxPrefix}${me}/`));
  const messages = left.map((key) => {
    const message = readJson<OutgoingMessage>(deviceStorage.getItem(key));
    deviceStorage.removeItem(key);
    return message;
  });
  return messages.filter(isOutgoing).sort((a, b) => (a.at < b.at ? -1 : 1));
}

const skippedKey = (me: string) => `${skippedPrefix}${me}`;

export function isHandleSkipped(me: string): boolean {
  return deviceStorage.getItem(skippedKey(me)) !== null;
}

export function skipHandle(me: string): void {
  deviceStorage.setItem(skippedKey(me), '');
}

/** Calls whenever another tab may have changed what is kept; it is not told of its own tab. */
export function subscribeToOtherTabs(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** As if another tab had changed any of it. */
export function notifyThisTab(): void {
  dispatchEvent(new StorageEvent('storage'));
}

/** Removes what was written here, or of it what is to go. */
export function removePersonal(isRemoved: (key: string) => boolean = () => true): void {
  for (const key of deviceStorage.keys())
    if (isPersonal(key) && isRemoved(key)) deviceStorage.removeItem(key);
}
