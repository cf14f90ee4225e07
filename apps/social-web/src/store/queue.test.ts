import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { ApiError } from '../api/client.js';
import { memoryStorage } from '../api/device-storage.js';
import { withChanges, type QueuedChange } from './queue-model.js';
import { Queue } from './queue.js';

const chats = ['one', 'two'];
/**
 * What becomes of a request; `lost` is taken by the server, and its reply does not arrive. `foreign` is refused by something on
 * the way.
 */
type Outcome = 'taken' | 'lost' | 'away' | 'unsure' | 'refused' | 'foreign';

/** Two tabs with the same storage, and a server that takes a change once. */
class SimulatedTabs {
  readonly sent = new Map<string, string[]>();
  readonly refused = new Set<string>();
  /** Clears what waits: a request, or a pause. */
  private waiting: ((outcome: Outcome) => void)[] = [];
  isOnline = true;
  private readonly storage = memoryStorage();
  readonly tabs = [0, 1].map(() => this.open());
  private stop = this.tabs[0]!.run();

  private open(): Queue {
    return new Queue(['queue/me/'], {
      storage: this.storage,
      deliver: (queued) => this.deliver(queued),
      isOnline: () => this.isOnline,
      isOver: (queued) => this.isStored(queued),
      onSignedOut: () => {},
      pause: () => new Promise((resolve) => this.waiting.push(() => resolve())),
    });
  }

  private isStored({ id, chatId }: QueuedChange): boolean {
    return this.sent.get(chatId)?.includes(id) ?? false;
  }

  private deliver({ id, chatId }: QueuedChange): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push((outcome) => {
        const taken = this.sent.get(chatId) ?? [];
        // Also what an earlier try has brought, where the two are no longer friends.
        if (outcome === 'refused') return reject(new ApiError(422, 'invalid_text', 'refused'));
        if (outcome === 'foreign') return reject(new ApiError(403, 'unknown', 'blocked'));
        if (outcome === 'unsure')
          return reject(new ApiError(401, 'unauthenticated', 'asked for at a bad moment'));
        if (outcome === 'away') return reject(new ApiError(503, 'unknown', 'away'));
        if (!taken.includes(id)) this.sent.set(chatId, [...taken, id]);
        return outcome === 'lost' ? reject(new ApiError(0, 'unreachable', 'lost')) : resolve();
      });
    });
  }

  async proceed(nth: number, outcome: Outcome): Promise<void> {
    const [one] = this.waiting.splice(nth % Math.max(1, this.waiting.length), 1);
    one?.(outcome);
    await new Promise(setImmediate);
    // As the storage event does.
    for (const tab of this.tabs) tab.changed();
  }

  /** The running tab is closed, with its requests under way, and another one takes over. */
  async takeOver(): Promise<void> {
    this.stop();
    while (this.waiting.length > 0) await this.proceed(0, 'lost');
    this.tabs.push(this.open());
    this.stop = this.tabs.at(-1)!.run();
  }

  async settle(): Promise<void> {
    this.isOnline = true;
    this.tabs.at(-1)!.wake();
    for (let rounds = 0; rounds < 500; rounds++) {
      // What is stored is shown as a message, which offers no other try.
      for (const one of this.changes())
        if (one.refusal !== null && !this.isStored(one)) this.tabs[0]!.retry(one.id);
      for (const tab of this.tabs) tab.changed();
      this.tabs.at(-1)!.confirm();
      if (this.changes().length === 0) return;
      await this.proceed(0, 'taken');
    }
    throw new Error('something never leaves the queue');
  }

  changes(): readonly QueuedChange[] {
    this.tabs[0]!.changed();
    return this.tabs[0]!.changes();
  }
}

const tab = fc.nat(1);
const chat = fc.constantFrom(...chats);
const outcome = fc.constantFrom<Outcome>(
  ...(['taken', 'taken', 'lost', 'away', 'unsure', 'refused', 'foreign'] as const),
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), tab, chat, isForwarded: fc.boolean() }),
  fc.record({ kind: fc.constant('proceed' as const), nth: fc.nat(3), outcome }),
  fc.record({ kind: fc.constant('discard' as const), tab, nth: fc.nat(5) }),
  fc.record({ kind: fc.constant('retry' as const), tab, nth: fc.nat(5) }),
  fc.record({ kind: fc.constant('takeOver' as const) }),
  fc.record({ kind: fc.constant('network' as const), isOnline: fc.boolean() }),
);

describe('the queue, with two tabs and a server that is not always there', () => {
  it('brings every message once and in order, but those that were discarded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const world = new SimulatedTabs();
        const made = new Map<string, string[]>(chats.map((chatId) => [chatId, []]));
        let count = 0;
        for (const one of steps) {
          const before = world.changes();
          if (one.kind === 'send') {
            const clientId = `message-${count++}`;
            made.get(one.chat)!.push(clientId);
            const original = { id: 'm', chatId: 'one', seq: 1 };
            world.tabs[one.tab]!.add(
              one.chat,
              one.isForwarded
                ? { kind: 'forward', clientId, original }
                : { kind: 'send', clientId, text: 'text' },
            );
          } else if (one.kind === 'proceed') await world.proceed(one.nth, one.outcome);
          else if (one.kind === 'takeOver') await world.takeOver();
          else if (one.kind === 'network') {
            world.isOnline = one.isOnline;
            world.tabs.at(-1)!.wake();
          } else if (before.length > 0) {
            const { id, chatId } = before[one.nth % before.length]!;
            world.tabs[one.tab]![one.kind](id);
            const isGone = !world.changes().some((other) => other.id === id);
            if (isGone)
              made.set(
                chatId,
                made.get(chatId)!.filter((other) => other !== id),
              );
          }
        }
        await world.settle();
        for (const chatId of chats) expect(world.sent.get(chatId) ?? []).toEqual(made.get(chatId));
      }),
      propertySize(),
    );
  });
});

describe('what is queued', () => {
  const queued = (change: QueuedChange['change'], refusal: string | null = null) => ({
    ...{ id: 'x', order: 1, chatId: 'one', at: '2026-11-22T12:00:00Z', isTried: false },
    ...{ change, refusal },
  });
  const message = {
    ...{ id: 'm', chatId: 'one', senderId: 'me', text: 'before', seq: 4, reactions: [] },
    ...{ createdAt: '2026-11-22T11:00:00Z', editedAt: null, deletedAt: null },
  };
  const textsOf = (change: QueuedChange['change'], refusal?: string) =>
    withChanges([message], [queued(change, refusal)], 'me').map(({ text }) => text);

  it('is shown at once, and not when it was refused', () => {
    expect(textsOf({ kind: 'edit', seq: 4, text: 'after' })).toEqual(['after']);
    expect(textsOf({ kind: 'edit', seq: 4, text: 'after' }, 'too_late')).toEqual(['before']);
    expect(textsOf({ kind: 'delete', seq: 4, scope: 'everyone' })).toEqual(['']);
    expect(textsOf({ kind: 'delete', seq: 4, scope: 'me' })).toEqual([]);
  });

  const offlineQueue = (storage = memoryStorage()) =>
    new Queue(['queue/me/'], {
      storage,
      deliver: () => Promise.resolve(),
      isOnline: () => false,
      onSignedOut: () => {},
      pause: () => Promise.resolve(),
    });

  it('is kept beside what another program has left there', () => {
    const storage = memoryStorage();
    storage.setItem('queue/me/odd', '{');
    const queue = offlineQueue(storage);
    queue.add('one', { kind: 'read', seq: 1 });
    expect(queue.changes().map(({ change }) => change)).toEqual([{ kind: 'read', seq: 1 }]);
  });

  it('holds how far somebody has read once for each chat', () => {
    const queue = offlineQueue();
    for (const seq of [1, 2, 3]) queue.add('one', { kind: 'read', seq });
    expect(queue.changes().map(({ change }) => change)).toEqual([{ kind: 'read', seq: 3 }]);
  });

  const relate = (action: 'block' | 'unblock' | 'accept', id: string) =>
    ({ kind: 'relate', action, id, name: id }) as const;
  const actionsOf = (queue: Queue) =>
    queue.changes().map(({ change }) => change.kind === 'relate' && [change.action, change.id]);

  it('is of friend actions on one person the last, as long as none has been tried', () => {
    const storage = memoryStorage();
    const queue = offlineQueue(storage);
    queue.add('friends', relate('block', 'bob'));
    queue.add('friends', relate('accept', 'cleo'));
    queue.add('friends', relate('unblock', 'bob'));
    expect(actionsOf(queue)).toEqual([
      ['accept', 'cleo'],
      ['unblock', 'bob'],
    ]);
    const [, unblock] = queue.changes();
    storage.setItem(`queue/me/${unblock!.id}`, JSON.stringify({ ...unblock, isTried: true }));
    queue.add('friends', relate('block', 'bob'));
    expect(actionsOf(queue)).toEqual([
      ['accept', 'cleo'],
      ['unblock', 'bob'],
      ['block', 'bob'],
    ]);
  });

  it('says in every tab what was taken and what was refused, and nothing of what was discarded', () => {
    const settled: [string, string | null][] = [];
    const queue = offlineQueue();
    queue.onSettled(({ id, refusal }) => void settled.push([id, refusal]));
    const text = (id: string, isTried: boolean, refusal: string | null = null) =>
      JSON.stringify({ ...queued(relate('block', 'bob'), refusal), id, isTried });
    queue.noteChange('queue/me/taken', text('taken', true), null);
    queue.noteChange('queue/me/refused', text('refused', true), text('refused', true, 'too_late'));
    queue.noteChange('queue/me/retried', text('retried', true, 'too_late'), text('retried', true));
    queue.noteChange('queue/me/discarded', text('discarded', false), null);
    queue.noteChange('queue/me/dismissed', text('dismissed', true, 'too_late'), null);
    queue.noteChange('queue/you/taken', text('another', true), null);
    const told = JSON.stringify({
      ...queued(relate('block', 'bob')),
      ...{ id: 'told', isTried: true, taken: { message: null, stamp: 3, epoch: '1-a' } },
    });
    queue.noteChange('queue/me/told', text('told', true), told);
    queue.noteChange('queue/me/told', told, null);
    expect(settled).toEqual([
      ['taken', null],
      ['refused', 'too_late'],
      ['told', null],
    ]);
  });
});
