// Personal data that is too much for deviceStorage, in IndexedDB (ADR 0043). Guarantees: what one person's tab writes is never
// left to another one; a change is read and written in one transaction, so that tabs do not overwrite one another.
//   nobody's → somebody's, when they claim it, with what was shared to nobody · another person's → emptied, then theirs
//   somebody's → changed by their tabs alone · nobody's, when it is cleared: a tab that is still open writes no more
// Where a browser denies it, or has no space left, every call fails and the client goes on with what is in memory. A connection that the
// browser ends, to a page in the background or with a fault of the disk, and one that did not come about is asked for again by the next call.

type Values = Readonly<Record<string, unknown>>;

export interface DeviceDatabase {
  /** The values of these keys, undefined for what is not there. */
  read(keys: readonly string[]): Promise<readonly unknown[]>;
  /**
   * Writes what `decide` makes of the values of these keys; null, and data that is somebody else's, write nothing. A value that
   * is undefined removes its key. Strict: resolves once it is on the disk.
   *
   * @param me undefined: nobody
   */
  change(
    me: string | undefined,
    keys: readonly string[],
    decide: (values: readonly unknown[]) => Values | null,
    durability?: IDBTransactionDurability,
  ): Promise<void>;
  /** The values under all keys that begin so, read in one go. */
  all(prefix: string): Promise<readonly unknown[]>;
  /** Visits the values under all keys that begin so, one after the other. */
  each(prefix: string, visit: (value: unknown) => void): Promise<void>;
  claim(me: string): Promise<void>;
  clear(): Promise<void>;
  /** Removes all but whose it is, and what is under keys that begin in one of these ways. */
  clearExcept(...prefixes: readonly string[]): Promise<void>;
}

export const ownerKey = 'owner';
const table = 'kept';

function openDatabase(onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('triptych', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    request.onsuccess = () => {
      const database = request.result;
      // A later release, in another tab.
      database.onversionchange = () => database.close();
      database.onclose = onClosed;
      resolve(database);
    };
    request.onerror = () => reject(new Error('denied', { cause: request.error }));
  });
}

let opening: Promise<IDBDatabase> | null = null;

function connect(): Promise<IDBDatabase> {
  if (opening) return opening;
  const forget = () => {
    if (opening === next) opening = null;
  };
  const next = openDatabase(forget);
  next.catch(forget);
  return (opening = next);
}

/** Resolves when what `ask` has asked for is done, and written. */
async function transact(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => void,
  durability: IDBTransactionDurability = 'default',
) {
  const database = await connect();
  const transaction = database.transaction(table, mode, { durability });
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error('not kept', { cause: transaction.error }));
  });
  ask(transaction.objectStore(table));
  await done;
}

/** Calls `then` within the transaction. */
function getAll(
  store: IDBObjectStore,
  keys: readonly string[],
  then: (values: readonly unknown[]) => void,
): void {
  const values: unknown[] = keys.map(() => undefined);
  let left = keys.length;
  keys.forEach((key, index) => {
    const request: IDBRequest<unknown> = store.get(key);
    request.onsuccess = () => {
      values[index] = request.result;
      left -= 1;
      if (left === 0) then(values);
    };
  });
}

function putAll(store: IDBObjectStore, values: Values | null): void {
  for (const [key, value] of Object.entries(values ?? {}))
    if (value === undefined) store.delete(key);
    else store.put(value, key);
}

const keysWith = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

export const deviceDatabase: DeviceDatabase = {
  async read(keys) {
    let found: readonly unknown[] = [];
    await transact('readonly', (store) => getAll(store, keys, (values) => void (found = values)));
    return found;
  },
  change: (me, keys, decide, durability) =>
    transact(
      'readwrite',
      (store) =>
        getAll(store, [ownerKey, ...keys], ([owner, ...values]) => {
          if (owner === me) putAll(store, decide(values));
        }),
      durability,
    ),
  async all(prefix) {
    let found: readonly unknown[] = [];
    await transact('readonly', (store) => {
      const request = store.getAll(keysWith(prefix));
      request.onsuccess = () => void (found = request.result);
    });
    return found;
  },
  each: (prefix, visit) =>
    transact('readonly', (store) => {
      const request = store.openCursor(keysWith(prefix));
      request.onsuccess = () => {
        if (!request.result) return;
        visit(request.result.value);
        request.result.continue();
      };
    }),
  claim: (me) =>
    transact('readwrite', (store) =>
      getAll(store, [ownerKey], ([owner]) => {
        if (owner === me) return;
        if (owner !== undefined) store.clear();
        store.put(me, ownerKey);
      }),
    ),
  clear: () => transact('readwrite', (store) => void store.clear()),
  clearExcept: (...prefixes) =>
    transact('readwrite', (store) =>
      getAll(store, [ownerKey], ([owner]) => {
        let from = '';
        for (const prefix of [...prefixes].sort()) {
          store.delete(IDBKeyRange.bound(from, prefix, false, true));
          from = `${prefix}\uffff`;
        }
        store.delete(IDBKeyRange.lowerBound(from, true));
        if (owner !== undefined) store.put(owner, ownerKey);
      }),
    ),
};
