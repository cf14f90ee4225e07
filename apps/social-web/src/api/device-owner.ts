// Whose data this device keeps (ADR 0043). Guarantees: after somebody has signed out, or another person has signed in, nothing
// that they wrote or read is left or shown, in no tab, also when tabs or the browser were closed meanwhile.
//   nobody → owner     claimed at the first page after signing in; what another owner has left is removed first
//   owner → leaving    before signing out is asked for: nothing kept is shown any more until it is known who is signed in
//   leaving → nobody   it was done: everything is removed · → owner: it was not
//   owner → ended      the session has ended by itself: what was read is removed; what is unsent waits for the same person
//   owner → owner      a page has failed, perhaps by what is kept: the same
import type { QueryClient } from '@tanstack/react-query';
import { deviceDatabase, type DeviceDatabase } from './device-database.js';
import {
  deviceStorage,
  draftPrefix,
  removePersonal,
  snapshotKey,
  storageOwnerKey,
  type DeviceStorage,
} from './device-storage.js';
import { isExpected } from './expected-user.js';
import { claimLink, dropLink } from './held-link.js';
import { forgetSavedDrafts } from './kept-drafts.js';
import { sharedPrefix } from './kept-shares.js';
import { keys } from './query-cache.js';
import { lastStepKey, stepPrefix } from './queue-mirror.js';
import { filePrefix } from './unsent-files.js';

const leavingKey = 'leaving';

/** Whether this person's data may be shown before the server has said who is signed in. */
export function isOwner(me: string): boolean {
  return (
    deviceStorage.getItem(storageOwnerKey) === me && deviceStorage.getItem(leavingKey) === null
  );
}

/** False when somebody has signed out or another person has signed in, perhaps in a tab that is closed again. */
export function mayBeOwner(me: string): boolean {
  return deviceStorage.getItem(storageOwnerKey) === me;
}

/** Whether a request in this person's name is theirs still, and would be refused if it were not. */
export function mayAskFor(me: string): boolean {
  return mayBeOwner(me) && isExpected(me);
}

/** The device's storage for what this person writes: once somebody has signed out, nothing is written in their name any more. */
export function storageOf(me: string): DeviceStorage {
  return {
    ...deviceStorage,
    setItem(key, value) {
      if (mayBeOwner(me)) deviceStorage.setItem(key, value);
    },
    setHere(key, value) {
      if (mayBeOwner(me)) deviceStorage.setHere(key, value);
    },
  };
}

export function claimDevice(me: string): void {
  const owner = deviceStorage.getItem(storageOwnerKey);
  // A draft may be of a chat of both.
  const isTheirs = (key: string) => key.startsWith(draftPrefix) || !key.includes(me);
  if (owner !== null && owner !== me) removePersonal(isTheirs);
  deviceStorage.setItem(storageOwnerKey, me);
  claimLink(me);
}

/** Whether the device is another person's by now than the one who was signed in in this tab; null: nobody was. */
export function isOfOther(before: string | null): boolean {
  const owner = deviceStorage.getItem(storageOwnerKey);
  return before !== null && owner !== null && owner !== before;
}

/**
 * The server has said who is signed in.
 *
 * @param before who was in this tab: their session is over, which says nothing of another person's, whose tabs hear of theirs
 */
export function settleOwner(me: string | null, before: string | null): void {
  if (me === null && isOfOther(before)) return;
  const isLeaving = deviceStorage.getItem(leavingKey) !== null;
  deviceStorage.removeItem(leavingKey);
  if (me !== null) return;
  if (!isLeaving) return clearRead();
  clearStorage();
  clearDatabase();
}

/** Does what ends the session. */
export async function leaveDevice(leave: () => Promise<void>): Promise<void> {
  deviceStorage.setItem(leavingKey, '');
  try {
    await leave();
  } catch (error) {
    deviceStorage.removeItem(leavingKey);
    throw error;
  }
}

/** After this person has signed out. Meanwhile another one may have signed in, in another tab. */
export function clearDevice(client: QueryClient, me: string): void {
  if (isOfOther(me)) return clearMemory(client);
  clearStorage();
  clearDatabase();
  dropLink();
  client.setQueryData(keys.session, null);
  clearQueries(client);
}

let inMemory: string | null = null;

/** What is fetched from now on is this person's, and nothing is left of who was signed in in this tab before. */
export function claimMemory(client: QueryClient, me: string): void {
  if (inMemory !== null && inMemory !== me) clearQueries(client);
  inMemory = me;
}

/** In a tab whose person is not the owner any more. Who is signed in now is asked. */
export function clearMemory(client: QueryClient): void {
  dropLink();
  clearQueries(client);
  void client.resetQueries({ queryKey: keys.session });
}

function clearQueries(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  client.getMutationCache().clear();
}

function clearStorage(): void {
  removePersonal();
  deviceStorage.removeItem(storageOwnerKey);
  deviceStorage.removeItem(leavingKey);
}

/** What is unsent waits for the same person. */
function clearRead(): void {
  forgetSavedDrafts();
  forgetRead();
}

const unsent = [filePrefix, sharedPrefix, stepPrefix, lastStepKey];

/** Removes what was read, which may be damaged: it is fetched anew. What is unsent is nowhere else. */
export function forgetRead(database: DeviceDatabase = deviceDatabase): void {
  deviceStorage.removeItem(snapshotKey);
  // Where it is denied nothing was written.
  database.clearExcept(...unsent).catch(() => {});
}

function clearDatabase(): void {
  // Where it is denied nothing was written.
  deviceDatabase.clear().catch(() => {});
}

/**
 * Calls `onLost` once another tab has signed out or in. A tab that was asleep, or comes back from the browser's cache of pages, may
 * not have been told. Returns a function that stops it.
 */
export function watchOwner(me: string, onLost: () => void): () => void {
  const watching = new AbortController();
  const look = () => {
    if (mayBeOwner(me)) return;
    watching.abort();
    onLost();
  };
  const { signal } = watching;
  for (const type of ['storage', 'pageshow']) addEventListener(type, look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  look();
  return () => watching.abort();
}
