// Tabs of two releases share a queue.
import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { memoryStorage } from '../api/device-storage.js';
import { newId } from '../api/new-id.js';
import { isKnown, isKnownToAll } from './known-changes.js';
import type { Change, QueuedChange } from './queue-model.js';
import { Queue } from './queue.js';

const [first, later] = ['queue/me/', 'queue/later/me/'] as const;
const chats = ['one', 'two'];

const made: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>({ kind: 'send', clientId: '', text: 'hi' }),
  fc.constant<Change>({
    kind: 'send',
    clientId: '',
    text: 'hi',
    replyTo: { id: 'x', seq: 1, senderId: 'other', text: 'it' } as never,
  }),
  fc.constant<Change>({ kind: 'send', clientId: '', text: '', files: [] }),
  fc.record({ kind: fc.constant('edit' as const), seq: fc.nat(9), text: fc.string() }),
  fc.record({ kind: fc.constant('pin' as const), seq: fc.nat(9), isOn: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('archive' as const, 'unread' as const), isOn: fc.boolean() }),
);
const fresh = (change: Change): Change =>
  change.kind === 'send' ? { ...change, clientId: newId() } : change;

/** One of a release that knows the first keys alone, and drops what it does not understand, and one of this release. */
class MixedTabs {
  readonly delivered: { readonly by: 'old' | 'new'; readonly queued: QueuedChange }[] = [];
  private waiting: (() => void)[] = [];
  private readonly storage = { ...memoryStorage(), isKept: () => true };
  readonly old = this.open('old', [first]);
  readonly new = this.open('new', [first, later]);

  constructor() {
    this.old.run();
    this.new.run(later);
  }

  private open(by: 'old' | 'new', prefixes: readonly [string, ...string[]]): Queue {
    return new Queue(prefixes, {
      storage: this.storage,
      deliver: (queued) =>
        new Promise((resolve) => {
          this.delivered.push({ by, queued });
          this.waiting.push(resolve);
        }),
      isOnline: () => true,
      onSignedOut: () => {},
      pause: () => Promise.resolve(),
    });
  }

  /** A request is replied to, and each tab hears what the other has written. */
  async proceed(nth: number): Promise<void> {
    const [reply] = this.waiting.splice(nth % Math.max(1, this.waiting.length), 1);
    reply?.();
    await new Promise(setImmediate);
    for (const tab of [this.old, this.new]) tab.changed();
    await new Promise(setImmediate);
  }

  async end(): Promise<void> {
    // At least once: the other tab may have heard of nothing yet.
    do await this.proceed(0);
    while (this.waiting.length > 0);
  }
}

const step = fc.record({
  chatId: fc.constantFrom(...chats),
  change: made,
  reply: fc.option(fc.nat(5)),
});

it('each change is sent once, by a tab that understands it, in the order in which it was made', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const tabs = new MixedTabs();
      const added: string[] = [];
      for (const { chatId, change, reply } of steps) {
        added.push(tabs.new.add(chatId, fresh(change)));
        if (reply !== null) await tabs.proceed(reply);
      }
      await tabs.end();
      const byOld = tabs.delivered.filter(({ by }) => by === 'old');
      expect(byOld.filter(({ queued }) => !isKnownToAll(queued.change))).toEqual([]);
      expect(tabs.new.changes()).toEqual([]);
      for (const chatId of chats) {
        const sent = tabs.delivered.filter(({ queued }) => queued.chatId === chatId);
        const ids = sent.map(({ queued }) => queued.id);
        expect(ids).toEqual(added.filter((id) => ids.includes(id)));
        expect(new Set(ids).size).toBe(ids.length);
      }
    }),
    propertySize(60),
  );
});

describe('a change that only a later release understands', () => {
  const unknownKind = { kind: 'expire', seconds: 60 } as unknown as Change;
  const unknownPart = {
    kind: 'send',
    clientId: 'b',
    text: 'see',
    poll: ['f'],
  } as unknown as Change;
  const open = () => {
    const storage = { ...memoryStorage(), isKept: () => true };
    const sent: unknown[] = [];
    const queue = new Queue([first, later], {
      storage,
      deliver: async ({ change }) => void sent.push(change),
      isOnline: () => true,
      onSignedOut: () => {},
      pause: () => Promise.resolve(),
    });
    return { queue, sent, storage };
  };

  it('stays as it is, and holds up nothing', async () => {
    const { queue, sent, storage } = open();
    const ids = [unknownKind, unknownPart].map((change) => queue.add('one', change));
    const text: Change = { kind: 'send', clientId: 'c', text: 'hi' };
    const written = storage.keys().map((key) => storage.getItem(key));
    queue.add('one', text);
    queue.run();
    await queue.settled();
    expect(sent).toEqual([text]);
    expect(queue.unknown(later)).toEqual(ids);
    expect(storage.keys().map((key) => storage.getItem(key))).toEqual(written);
    expect(queue.changes().map(({ id }) => id)).toEqual(ids);
  });

  it('is never among those that every release understands', () => {
    for (const change of [unknownKind, unknownPart])
      expect([isKnown(change), isKnownToAll(change)]).toEqual([false, false]);
    const reply = { kind: 'send', clientId: 'a', text: 'hi', replyTo: undefined } as Change;
    expect([isKnown(reply), isKnownToAll(reply)]).toEqual([true, true]);
    expect(isKnown({ kind: 'constructor' } as unknown as Change)).toBe(false);
  });
});
