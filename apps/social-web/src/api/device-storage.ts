// What this device keeps: drafts, one a chat; what is queued until the server has it; and that its user was asked for a
// handle and wants none now. Where a browser denies storage, it is kept in memory and the client works for as long as it is open.
import type { QueryClient } from '@tanstack/react-query';
import { keys } from './query-cache.js';

/** The browser's storage as far as this client uses it. */
export interface DeviceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  keys(): string[];
  /** Whether other tabs see it, and it is there after the page was closed. */
  readonly isShared: boolean;
}

export function memoryStorage(): DeviceStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    keys: () => [...values.keys()],
    isShared: false,
  };
}

/** Reading the property throws where storage is denied. */
function openStorage(): DeviceStorage {
  try {
    const storage = localStorage;
    storage.setItem('probe', '');
    storage.removeItem('probe');
    return {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => storage.setItem(key, value),
      removeItem: (key) => storage.removeItem(key),
      keys: () => Object.keys(storage),
      isShared: true,
    };
  } catch {
    return memoryStorage();
  }
}

export const deviceStorage = openStorage();

const draftKey = (chatId: string) => `draft/${chatId}`;

export function readDraft(chatId: string): string {
  return deviceStorage.getItem(draftKey(chatId)) ?? '';
}

export function storeDraft(chatId: string, text: string): void {
  if (text.trim()) deviceStorage.setItem(draftKey(chatId), text);
  else deviceStorage.removeItem(draftKey(chatId));
}

export const queuePrefix = (me: string) => `queue/${me}/`;

/** How many changes wait to reach the server. */
export function queuedCount(me: string): number {
  return deviceStorage.keys().filter((key) => key.startsWith(queuePrefix(me))).length;
}

interface OutgoingMessage {
  readonly clientId: string;
  readonly chatId: string;
  readonly text: string;
  readonly at: string;
}

/** Takes the messages that release 0.1 left unsent, oldest first. */
export function takeOutbox(me: string): OutgoingMessage[] {
  const left = deviceStorage.keys().filter((key) => key.startsWith(`outbox/${me}/`));
  const messages = left.map((key) => {
    const value = deviceStorage.getItem(key);
    deviceStorage.removeItem(key);
    return JSON.parse(value ?? 'null') as OutgoingMessage | null;
  });
  return messages.filter((one) => one !== null).sort((a, b) => (a.at < b.at ? -1 : 1));
}

const skippedKey = (me: string) => `skipped-handle/${me}`;

export function isHandleSkipped(me: string): boolean {
  return deviceStorage.getItem(skippedKey(me)) !== null;
}

export function skipHandle(me: string): void {
  deviceStorage.setItem(skippedKey(me), '');
}

/** After signing out nothing that was written or read stays on the device; theme and language do. */
export function clearDevice(client: QueryClient): void {
  removePersonal(() => true);
  deviceStorage.removeItem('owner');
  client.setQueryData(keys.session, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  client.getMutationCache().clear();
}

/** Removes what another person has left behind, who may not have signed out. */
export function claimDevice(me: string): void {
  const owner = deviceStorage.getItem('owner');
  if (owner !== null && owner !== me) removePersonal((key) => !key.includes(me));
  deviceStorage.setItem('owner', me);
}

function removePersonal(isRemoved: (key: string) => boolean): void {
  for (const key of deviceStorage.keys()) {
    if (/^(draft|outbox|queue|skipped-handle)\//.test(key) && isRemoved(key))
      deviceStorage.removeItem(key);
  }
}
