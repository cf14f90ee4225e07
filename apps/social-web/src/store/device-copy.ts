// What the device keeps for the next start of this client: who is signed in, their people, chats, and the messages of the chat
// that is opened first (ADR 0043).
import type { QueryClient, QueryState } from '@tanstack/react-query';
import { deviceDatabase, ownerKey, type DeviceDatabase } from '../api/device-database.js';
import { forgetRead, isOwner, storageOf } from '../api/device-owner.js';
import { deviceStorage, notifyThisTab, storageOwnerKey } from '../api/device-storage.js';
import type { Me } from '../api/account.js';
import { lastStepKey, pageStart, restoreSteps } from '../api/queue-mirror.js';
import { hasNetwork } from '../api/has-network.js';
import { inTime } from '../api/in-time.js';
import { keys } from '../api/query-cache.js';
import { Keeping, positionKey } from './keeping.js';
import { listKey } from './kept-list.js';
import { LocalStore } from './local-store.js';
import { newestKey, readOpened, type OpenedChat, type Position } from './newest-messages.js';

interface Kept<Data> {
  readonly data: Data;
  /** When the server replied, by the clock of this device. */
  readonly at: number;
}

export interface DeviceCopy {
  readonly account: Kept<Me>;
  readonly friends: Kept<unknown> | undefined;
  readonly position: Position | undefined;
  readonly list: unknown;
  readonly opened: OpenedChat | null;
}

interface PeopleKeeping {
  readonly me: string;
  readonly database: DeviceDatabase;
  readonly copy: DeviceCopy | null;
}

const accountKey = 'account';
const friendsKey = 'friends';

/** Of the conversation that an address leads to. */
export function openedChat(path: string): string | null {
  return /^\/chats\/([^/]+)/.exec(path)?.[1] ?? null;
}

/**
 * What the device keeps for its owner; null when there is nothing, or nobody is known to be signed in.
 *
 * @param isAtMessage the conversation begins at a message that is searched for, and not with the newest
 */
export async function readDeviceCopy(
  chatId: string | null,
  isAtMessage: boolean,
): Promise<DeviceCopy | null> {
  // Without a network there is nothing else to show: then a slow device has more time.
  const maxMs = hasNetwork() ? 1_000 : 10_000;
  return inTime(readCopy(chatId, isAtMessage), maxMs).catch(() => null);
}

async function readCopy(chatId: string | null, isAtMessage: boolean): Promise<DeviceCopy | null> {
  const database = deviceDatabase;
  const me = deviceStorage.getItem(storageOwnerKey);
  if (me !== null) pageStart.begin(me);
  const names = [ownerKey, lastStepKey, accountKey, friendsKey, positionKey, listKey];
  const newest = chatId === null || isAtMessage ? [] : [newestKey(chatId)];
  const values = await database.read([...names, ...newest]);
  const [owner, lastStep, account, friends, ...chats] = values as [
    string?,
    unknown?,
    Kept<Me>?,
    Kept<unknown>?,
    ...unknown[],
  ];
  if (!owner || !isOwner(owner)) return null;
  // Before anything is queued, unless the database has taken so long that the page is there: to it that is as if another tab had done it.
  if (await restoreSteps(owner, lastStep, storageOf(owner), database)) notifyThisTab();
  // What another program or a fault has damaged is as good as not there.
  if (account?.data?.id !== owner) return null;
  const opened = chatId === null ? null : await readOpened(database, chatId, chats);
  const [position, list] = chats as [Position?, unknown?];
  return { account, friends, position, list, opened };
}

/**
 * The store of a person, with what the device keeps for them.
 *
 * @param copy of this person
 * @param heard the types of the events that come to it
 */
export function openStore(
  me: string,
  copy: DeviceCopy | null,
  database: DeviceDatabase,
  heard: string,
) {
  const open = () => {
    const store = new LocalStore(me);
    return { store, keeping: new Keeping(store, database, heard) };
  };
  const opened = open();
  if (!copy?.position?.epoch) return opened;
  try {
    opened.keeping.open(copy.position, copy.list, copy.opened);
    return opened;
  } catch {
    // A damaged record: without it all is fetched anew, and with it no start would succeed.
    forgetRead(database);
    return open();
  }
}

/** Who is signed in, as long as the server cannot say it. */
export function showKeptAccount(client: QueryClient, copy: DeviceCopy | null): void {
  if (!copy || !isOwner(copy.account.data.id)) return;
  client.setQueryData(keys.session, copy.account.data, { updatedAt: copy.account.at });
}

/** People as they were; they are fetched anew as soon as there is a network. */
export function showKeptPeople(client: QueryClient, { friends }: DeviceCopy): void {
  if (!friends || client.getQueryData(keys.friends)) return;
  client.setQueryData(keys.friends, friends.data, { updatedAt: friends.at });
  void client.invalidateQueries({ queryKey: keys.friends });
}

/**
 * Writes who is signed in, and their people, whenever the server has said so. Returns a function that stops it.
 *
 * @param copy what the device kept at the start, which is not written again: where no page could show it, it is gone by now
 */
export function keepPeople(client: QueryClient, { me, database, copy }: PeopleKeeping): () => void {
  const keep = (key: string, data: unknown, at: number) => {
    const isOlder = (before: unknown) => ((before as Kept<unknown> | undefined)?.at ?? 0) > at;
    database
      .change(me, [key], ([before]) => (isOlder(before) ? null : { [key]: { data, at } }))
      // Denied, or no space left.
      .catch(() => {});
  };
  const names = new Map([
    [keys.session[0], { name: accountKey, before: copy?.account }],
    [keys.friends[0], { name: friendsKey, before: copy?.friends }],
  ] as [unknown, { name: string; before: Kept<unknown> | undefined }][]);
  const keepNewer = (
    queryKey: unknown,
    { data, dataUpdatedAt }: Pick<QueryState, 'data' | 'dataUpdatedAt'>,
  ) => {
    const kept = names.get(queryKey);
    if (kept && data && dataUpdatedAt !== kept.before?.at) keep(kept.name, data, dataUpdatedAt);
  };
  const keepAll = () => {
    for (const queryKey of names.keys()) {
      const state = client.getQueryState([queryKey]);
      if (state) keepNewer(queryKey, state);
    }
  };
  keepAll();
  return client.getQueryCache().subscribe(({ type, query }) => {
    const [first] = query.queryKey as readonly unknown[];
    const state = query.state as QueryState;
    if (type === 'updated' && state.status === 'success') keepNewer(first, state);
  });
}
