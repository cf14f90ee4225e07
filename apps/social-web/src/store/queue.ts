// A queue of a person's changes, shared by all tabs of the browser (ADR 0041). Guarantees: a change is on the device before
// its first request and until the server has taken it; those of a chat reach the server one after the other, in the order in
// which they were made; one tab at a time sends; what was discarded is not sent.
//   waiting  → tried, when it is its turn and there is a network · removed, when it is discarded
//   waiting  → prepared: what the change needs is brought to the server first, which can be called off by discarding it
//   tried    → done, told to the other tabs, and removed · transient failure: tried again, as often as it takes, after a growing pause · refused
//              by the server at once, by something on the way after five tries, since that may be a network that has not let anybody in yet
//   refused  → waiting, when somebody asks for it again, or the connection is back and it was not the server that refused ·
//              removed, when it is discarded, or is known to have been taken by a try whose reply was lost
//   unkept   (the storage is full) → sent by the tab where it was made, in its turn; its person is told; so are the messages behind it
//   unknown  (of a kind or with a part that only a later release knows) → stays where it is and holds up nothing; once for each, the
//              lock is given to whoever waits for it
// In localStorage, whose changes are made before a key press ends: a page that is closed at once loses nothing. A browser that is killed
// would: api/queue-mirror.ts.
import { ApiError, foreignRefusal, isForeign, isTransient } from '../api/client.js';
import { readJson } from '../api/device-storage.js';
import { newId } from '../api/new-id.js';
import { isKnown } from './known-changes.js';
import { Preparations } from './preparations.js';
import { pauseAfter } from './queue-pauses.js';
import type { QueueDependencies } from './queue-dependencies.js';
import { QueueKeys } from './queue-keys.js';
import {
  canDiscard,
  isDropped,
  isNewMessage,
  isReplacedBy,
  nextOf,
  settledBetween,
  sorted,
  type Change,
  type QueuedChange,
} from './queue-model.js';

const maxForeignTries = 5;

export class Queue {
  readonly keys: QueueKeys;
  private readonly dependencies: QueueDependencies;
  private readonly listeners = new Set<() => void>();
  private readonly settledListeners = new Set<(queued: QueuedChange) => void>();
  private known: readonly QueuedChange[] | null = null;
  /** Chats whose changes are being sent by this tab. */
  private readonly running = new Set<string>();
  private readonly runs = new Set<Promise<void>>();
  /** Ends every pause. */
  private waking = new AbortController();
  /** Prefixes of the keys of what this tab sends. */
  private readonly sending = new Set<string>();
  private readonly preparations: Preparations;

  constructor(prefixes: readonly [string, ...string[]], dependencies: QueueDependencies) {
    this.keys = new QueueKeys(prefixes, dependencies.storage);
    this.dependencies = dependencies;
    this.preparations = new Preparations(dependencies, this);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Calls the listener with each change that the server has taken, or refused; in every tab. */
  onSettled(listener: (queued: QueuedChange) => void): () => void {
    this.settledListeners.add(listener);
    return () => this.settledListeners.delete(listener);
  }

  /** In the order in which they were made. */
  readonly changes = (): readonly QueuedChange[] => (this.known ??= this.keys.changes());

  /** Returns its id. */
  add(chatId: string, change: Change): string {
    const before = this.keys.changes();
    for (const one of before)
      if (one.chatId === chatId && isReplacedBy(one, change)) this.remove(one.id);
    const order = (before.at(-1)?.order ?? 0) + 1;
    const id = isNewMessage(change) ? change.clientId : newId();
    const at = new Date().toJSON();
    const key = this.keys.keyOfNew(id, chatId, change, before);
    this.put({ id, order, chatId, change, at, isTried: false, refusal: null }, key);
    this.proceed();
    return id;
  }

  /** Sends what was refused once more, from its place; perhaps changed. */
  retry(id: string, change?: Change): void {
    const queued = this.find(id);
    if (queued) this.put({ ...queued, change: change ?? queued.change, refusal: null });
    this.proceed();
  }

  /** What has been found out of it; nothing where it was discarded meanwhile. */
  update(id: string, change: Change): void {
    const queued = this.find(id);
    if (queued) this.put({ ...queued, change });
  }

  /** Only what has not been tried, or was refused. */
  discard(id: string): void {
    const queued = this.find(id);
    if (queued && canDiscard(queued)) this.remove(id);
    this.proceed();
  }

  /** From now on this tab sends what has this prefix, by default everything, until it calls what is returned. */
  run(prefix?: string): () => void {
    const prefixes = prefix === undefined ? this.keys.prefixes : [prefix];
    for (const one of prefixes) this.sending.add(one);
    this.changed();
    return () => {
      for (const one of prefixes) this.sending.delete(one);
      this.wake();
    };
  }

  /** Ids of changes with this prefix that this release does not understand. */
  unknown(prefix: string): string[] {
    const found = this.changes().filter(({ change }) => !isKnown(change));
    return found.map(({ id }) => id).filter((id) => this.keys.prefixOf(id) === prefix);
  }

  /** Resolves when nothing that this tab sends is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.runs);
  }

  /** The network or the server is back: nothing waits for the end of its pause. */
  wake(): void {
    for (const one of this.keys.changes())
      if (one.refusal === foreignRefusal && this.isSender(one)) this.put({ ...one, refusal: null });
    this.waking.abort();
    this.waking = new AbortController();
    this.changed();
  }

  /** What is stored may be what was refused here, and a message gone of which something waits. */
  confirm(): void {
    const { isOver, isLost } = this.dependencies;
    for (const one of this.changes())
      if ((one.refusal !== null && isOver?.(one)) || isLost?.(one)) {
        this.remove(one.id);
        this.settle({ ...one, refusal: null });
        this.dependencies.onDropped?.(one);
        this.proceed();
      }
  }

  /** Nobody knows what has changed in the storage. */
  changed(): void {
    const before = this.known ?? [];
    this.known = null;
    const { takenChanges } = this.dependencies;
    for (const one of takenChanges?.vanished(before, this.changes()) ?? []) this.settle(one);
    this.proceed();
  }

  /** Another tab has written under this key of the storage. */
  noteChange(key: string, before: string | null, after: string | null): void {
    if (this.keys.idOf(key) === null) return;
    this.show(key, after);
    const settled = settledBetween(readJson(before), readJson(after));
    if (settled) this.settle(settled);
    this.proceed();
  }

  /**
   * The storage may be ahead of its events. What it has no longer stays, as the event has it, until an event says that it
   * has gone: one before that says what became of it.
   */
  private show(key: string, noted: string | null = null): void {
    const id = this.keys.idOf(key);
    const others = this.changes().filter((one) => one.id !== id);
    const isShown = others.length < this.changes().length;
    const text = this.dependencies.storage.getItem(key) ?? (isShown ? noted : null);
    this.known = sorted([...others, readJson<QueuedChange>(text)]);
  }

  private settle(queued: QueuedChange): void {
    for (const listener of this.settledListeners) listener(queued);
  }

  private proceed(): void {
    this.notify();
    for (const { chatId } of this.changes()) {
      const run = this.runChat(chatId);
      this.runs.add(run);
      void run.then(() => this.runs.delete(run));
    }
  }

  private async runChat(chatId: string): Promise<void> {
    if (this.running.has(chatId)) return;
    this.running.add(chatId);
    let foreign = 0;
    for (let failures = 0; this.dependencies.isOnline();) {
      const isNext = (one: QueuedChange) => one.chatId === chatId && isKnown(one.change);
      const next = nextOf(this.keys.changes().filter(isNext));
      if (!next || !this.maySend(next)) break;
      const error = await this.attempt(next);
      if (isForeign(error)) foreign++;
      const isTriedAgain = isTransient(error) || this.isSignedOut(error);
      if (isTriedAgain && foreign < maxForeignTries) await this.pause(error, failures++);
      else {
        failures = foreign = 0;
        if (error !== null) this.refuse(next, error);
      }
    }
    this.running.delete(chatId);
  }

  /** What the full storage did not take, no other tab can see. */
  private maySend(queued: QueuedChange): boolean {
    return this.isSender(queued) || (this.dependencies.storage.isShared && !this.isKept(queued.id));
  }

  private isSender({ id }: QueuedChange): boolean {
    return this.sending.has(this.keys.prefixOf(id));
  }

  /** Whether it is still there after the page was closed. */
  isKept(id: string): boolean {
    return this.keys.isKept({ id });
  }

  private async attempt(given: QueuedChange): Promise<unknown> {
    let queued: QueuedChange | null = given;
    try {
      // What needs nothing is tried in the task in which it was queued.
      if (this.preparations.isNeeded(given)) queued = await this.preparations.prepare(given);
      // Somebody else may have signed in meanwhile.
      if (!queued || !this.dependencies.isOnline()) return null;
      this.put({ ...queued, isTried: true });
      this.notify();
      const taken = await this.dependencies.deliver(queued);
      // What other tabs show as queued goes on to be shown there as taken: its event may come much later.
      if (taken) {
        const told = { ...queued, isTried: true, taken };
        this.put(told);
        this.dependencies.takenChanges?.note(told);
      }
      this.remove(queued.id);
      this.notify();
    } catch (error) {
      return error;
    }
    this.settle(queued);
    return null;
  }

  /** It is not the change that was refused. Where that proves true, this tab runs no queue any more before it is tried again. */
  private isSignedOut(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') return false;
    this.dependencies.onSignedOut();
    return true;
  }

  private refuse(queued: QueuedChange, error: unknown): void {
    const refusal = error instanceof ApiError ? error.code : foreignRefusal;
    const current = this.find(queued.id);
    if (isDropped(queued.change, refusal)) {
      this.remove(queued.id);
      if (current) this.dependencies.onDropped?.(current);
    }
    // Unless it was removed meanwhile, as all is at sign-out.
    else if (current) {
      const refused = { ...current, isTried: true, refusal };
      this.put(refused);
      this.settle(refused);
      this.confirm();
    }
    this.notify();
  }

  private pause(error: unknown, failures: number): Promise<void> {
    return this.dependencies.pause(pauseAfter(error, failures), this.waking.signal);
  }

  private notify(): void {
    this.preparations.stopDiscarded();
    for (const listener of this.listeners) listener();
  }

  find(id: string): QueuedChange | undefined {
    return this.keys.changes().find((one) => one.id === id);
  }

  private put(queued: QueuedChange, key?: string): void {
    for (const written of this.keys.write(queued, key)) this.show(written);
  }

  private remove(id: string): void {
    const key = this.keys.keyOf(id);
    this.dependencies.storage.removeItem(key);
    this.show(key);
  }
}
