// Where changes of a queue are in the storage: each under its id, behind one of the prefixes of the queue. Who sends what has a
// prefix holds the lock of that name. Where there are two, releases before know the first alone: they would drop what they do not
// understand, so that is behind the second, and with it all that comes after it in its chat.
import { readJson, type DeviceStorage } from '../api/device-storage.js';
import { isKnownToAll } from './known-changes.js';
import {
  byOrder,
  filesOf,
  isNewMessage,
  sorted,
  type Change,
  type QueuedChange,
} from './queue-model.js';

/** A message that is to come after the other one, unless it may have come already. */
const isBehind = (one: QueuedChange, other: QueuedChange) =>
  one.chatId === other.chatId &&
  isNewMessage(one.change) &&
  isNewMessage(other.change) &&
  !one.isTried &&
  byOrder(other, one) < 0;

const hasUnkeptFiles = ({ change }: QueuedChange) => filesOf(change).some((file) => file.isUnkept);

export class QueueKeys {
  readonly prefixes: readonly [string, ...string[]];
  private readonly storage: DeviceStorage;

  constructor(prefixes: readonly [string, ...string[]], storage: DeviceStorage) {
    this.prefixes = prefixes;
    this.storage = storage;
  }

  all(): string[] {
    return this.storage.keys().filter((key) => this.idOf(key) !== null);
  }

  /** As they are in the storage now, in the order in which they were made. */
  changes(): QueuedChange[] {
    return sorted(this.all().map((key) => readJson(this.storage.getItem(key))));
  }

  /** Null for what is none of the queue's. */
  idOf(key: string): string | null {
    const prefix = this.prefixes.find((one) => key.startsWith(one));
    return prefix === undefined ? null : key.slice(prefix.length);
  }

  /** The first for what is not there. */
  prefixOf(id: string): string {
    const found = this.prefixes.find((prefix) => this.storage.getItem(prefix + id) !== null);
    return found ?? this.prefixes[0];
  }

  keyOf(id: string): string {
    return this.prefixOf(id) + id;
  }

  /**
   * Returns the keys under which something has changed. Of what has files that are in the memory of this tab another one has not the
   * bytes; and what is behind a message that other tabs do not see would overtake that one there.
   */
  write(queued: QueuedChange, key = this.keyOf(queued.id)): string[] {
    const { storage } = this;
    const text = JSON.stringify(queued);
    // What is tried is behind nothing, and all that waits is read for that.
    const others = queued.isTried ? [] : this.changes();
    const before = others.filter((one) => isBehind(queued, one) && !this.isKept(one));
    const isAlone = [queued, ...before].some(hasUnkeptFiles);
    if (!isAlone && before.length === 0) {
      storage.setItem(key, text);
      return [key];
    }
    if (storage.isKept(key)) storage.removeItem(key);
    storage.setHere(key, text, !isAlone);
    const behind = this.changes().filter((one) => isBehind(one, queued) && this.isKept(one));
    return [key, ...behind.flatMap((one) => this.write(one))];
  }

  /** Whether other tabs see it, and it is there after the page was closed. */
  isKept({ id }: Pick<QueuedChange, 'id'>): boolean {
    return this.storage.isKept(this.keyOf(id));
  }

  /** Of a change that is queued behind these. */
  keyOfNew(id: string, chatId: string, change: Change, queued: readonly QueuedChange[]): string {
    const [first, second = first] = this.prefixes;
    const isBehind = queued.some(
      (one) => one.chatId === chatId && this.prefixOf(one.id) === second,
    );
    return (isBehind || !isKnownToAll(change) ? second : first) + id;
  }
}
