// What the device keeps for the next start of this client: who is signed in, their people, chats, and the messages of the chat
// that is opened first (ADR 0043).
import type { QueryClient, QueryState } from '@tanstack/react-query';
import { readChatPage, readHistoryPage } from '../api/chats.js';
import { deviceDatabase, ownerKey, type DeviceDatabase } from '../api/device-database.js';
import { isOwner } from '../api/device-owner.js';
import { deviceStorage } from '../api/device-storage.js';
import type { Me } from '../api/account.js';
import { restoreSteps, stepPrefix } from '../api/queue-mirror.js';
import { keys } from '../api/query-cache.js';
import { chatKey, Keeping, listKey, positionKey, type Position } from './keeping.js';
import type { KeptMessages } from './kept-messages.js';
import { LocalStore } from './local-store.js';

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
  readonly chats: readonly KeptMessages[];
}

const accountKey = 'account';
const friendsKey = 'friends';
/** Some browsers never reply. */
const maxWaitMs = 1_000;

/** Of the conversation that an address leads to. */
export function openedChat(path: string): string | null {
  return /^\/chats\/([^/]+)/.exec(path)?.[1] ?? null;
}

/** What the device keeps for its owner; null when there is nothing, or nobody is known to be signed in. */
export async function readDeviceCopy(
  chatId: string | null,
  database = deviceDatabase,
): Promise<DeviceCopy | null> {
  const names = [ownerKey, accountKey, friendsKey, positionKey, listKey, chatKey(chatId ?? '')];
  const waited = new Promise<never[]>((resolve) => setTimeout(() => resolve([]), maxWaitMs));
  const steps: unknown[] = [];
  const reading = Promise.all([
    database.read(names),
    database.each(stepPrefix, (step) => steps.push(step)),
  ]);
  const values = await Promise.race([reading.then(([read]) => read), waited]).catch(() => []);
  const [owner, account, friends, position, list, chat] = values as [
    string?,
    Kept<Me>?,
    Kept<unknown>?,
    Position?,
    unknown?,
    KeptMessages?,
  ];
  // Before anything is queued, and once: what is done here from now on is known to both.
  if (owner && isOwner(owner)) restoreSteps(owner, steps, deviceStorage, database);
  // What another program or a fault has damaged is as good as not there.
  if (!owner || account?.data?.id !== owner || !isOwner(owner)) return null;
  return { account, friends, position, list, chats: chat ? [chat] : [] };
}

/** The store of a person, with what the device keeps for them. */
export function openStore(me: string, copy: DeviceCopy | null, database: DeviceDatabase) {
  const open = () => {
    const store = new LocalStore(me, { readChatPage, readHistoryPage });
    return { store, keeping: new Keeping(store, database) };
  };
  const opened = open();
  if (!copy?.position || copy.account.data.id !== me) return opened;
  try {
    opened.keeping.open(copy.position, copy.list, copy.chats);
    return opened;
  } catch {
    // A damaged record: without it all is fetched anew, and with it no start would succeed.
    database.clear().catch(() => {});
    return open();
  }
}

/** People as they were; they are fetched anew as soon as there is a network. */
export function showKeptPeople(client: QueryClient, { friends }: DeviceCopy): void {
  if (!friends || client.getQueryData(keys.friends)) return;
  client.setQueryData(keys.friends, friends.data, { updatedAt: friends.at });
  void client.invalidateQueries({ queryKey: keys.friends });
}

/** Writes who is signed in, and their people, whenever the server has said so. Returns a function that stops it. */
export function keepPeople(client: QueryClient, me: string, database: DeviceDatabase): () => void {
  const keep = (key: string, data: unknown, at: number) => {
    const isOlder = (before: unknown) => ((before as Kept<unknown> | undefined)?.at ?? 0) > at;
    database
      .change(me, [key], ([before]) => (isOlder(before) ? null : { [key]: { data, at } }))
      // Denied, or no space left.
      .catch(() => {});
  };
  const names = new Map([
    [keys.session[0], accountKey],
    [keys.friends[0], friendsKey],
  ] as [unknown, string][]);
  const keepAll = () => {
    for (const [queryKey, name] of names) {
      const state = client.getQueryState([queryKey]);
      if (state?.data) keep(name, state.data, state.dataUpdatedAt);
    }
  };
  keepAll();
  return client.getQueryCache().subscribe(({ type, query }) => {
    const [first] = query.queryKey as readonly unknown[];
    const state = query.state as QueryState;
    const name = names.get(first);
    if (type === 'updated' && name && state.status === 'success' && state.data)
      keep(name, state.data, state.dataUpdatedAt);
  });
}
