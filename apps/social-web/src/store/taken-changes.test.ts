import type { Message } from '../api/chats.js';
import { memoryStorage } from '../api/device-storage.js';
import type { QueuedChange } from './queue-model.js';
import { Queue } from './queue.js';
import { TakenChanges } from './taken-changes.js';

describe('a tab that was asleep while another one sent', () => {
  const message = (seq: number, extra: Partial<Message> = {}) =>
    ({ id: `${seq}`, seq, text: 'words', ...extra }) as Message;
  const send = (clientId: string) => ({ kind: 'send' as const, clientId, text: 'words' });
  const erase = (seq: number) => ({ kind: 'delete' as const, seq, scope: 'everyone' as const });

  /** Two tabs; the server replies with the next of these messages. */
  function openTabs(replies: (Message | null)[]) {
    const storage = { ...memoryStorage(), isShared: true, isKept: () => true };
    let now = 1_000_000;
    const open = () =>
      new Queue(['queue/me/'], {
        storage,
        takenChanges: new TakenChanges('me', storage, {
          now: () => now,
          serverNow: () => now,
          after: () => {},
        }),
        deliver: async () => ({ message: replies.shift() ?? null, stamp: 7, epoch: '1-a' }),
        isOnline: () => true,
        onSignedOut: () => {},
        pause: () => new Promise(() => {}),
      });
    const [sender, sleeper] = [open(), open()];
    const told: QueuedChange[] = [];
    sleeper.onSettled((one) => void told.push(one));
    const noted = () => storage.keys().filter((key) => key.startsWith('queue/taken/'));
    return { sender, sleeper, told, noted, passes: (ms: number) => (now += ms) };
  }

  it('hears on waking what the server has taken, and nothing of what was discarded', async () => {
    const { sender, sleeper, told } = openTabs([message(3), null]);
    sender.add('one', send('a'));
    sender.add('one', erase(2));
    sender.add('two', send('b'));
    sleeper.changed();
    expect(sleeper.changes()).toHaveLength(3);
    sender.discard('b');
    sender.run();
    await sender.settled();
    sleeper.changed();
    expect(told.map(({ change, taken }) => [change.kind, taken?.message?.seq])).toEqual([
      ['send', 3],
      ['delete', undefined],
    ]);
    sleeper.changed();
    expect(told).toHaveLength(2);
  });

  it('no words are kept for it of what has been deleted; those of what ends until then, and of anything for minutes', async () => {
    const ends = message(4, { expiresAt: new Date(1_000_000 + 300_000).toJSON() });
    const { sender, sleeper, told, noted, passes } = openTabs([message(3), null, ends, message(5)]);
    const isNoted = (id: string) => noted().some((key) => key.endsWith(`/${id}`));
    sender.run();
    for (const change of [send('a'), erase(3), send('c'), send('d')]) sender.add('one', change);
    sleeper.changed();
    await sender.settled();
    expect([isNoted('a'), isNoted('c'), isNoted('d')]).toEqual([false, true, true]);
    sleeper.changed();
    expect(told.map(({ id }) => id)).toContain('c');
    passes(5 * 60_000);
    sleeper.changed();
    expect([isNoted('c'), isNoted('d')]).toEqual([false, true]);
    passes(6 * 60_000);
    sleeper.changed();
    expect(noted()).toEqual([]);
  });

  it('and those of what ends go by then without anything else, in every tab that knows of it', () => {
    const storage = memoryStorage();
    let now = 1_000_000;
    const timers: (() => void)[] = [];
    const clock = (timer: number) => ({
      now: () => now,
      serverNow: () => now,
      after: (ms: number, act: () => void) => void (timers[timer] = () => ((now += ms), act())),
    });
    const [sender, other] = [0, 1].map((n) => new TakenChanges('me', storage, clock(n)));
    const stored = message(4, { expiresAt: new Date(now + 300_000).toJSON() });
    const taken = { message: stored, stamp: 7, epoch: '1-a' };
    const queued = { ...{ id: 'c', order: 1, chatId: 'one', at: '', change: send('c') }, taken };
    const note = () => sender!.note({ ...queued, isTried: true, refusal: null });
    note();
    other!.forgetAtEnd(other!.all()[0]!);
    expect(timers).toHaveLength(2);
    for (const end of timers) {
      now = 1_000_000;
      note();
      expect(storage.keys()).toHaveLength(1);
      end();
      expect(storage.keys()).toEqual([]);
    }
  });

  it('at most fifty are kept for it', async () => {
    const { sender, noted, passes } = openTabs([]);
    sender.run();
    for (let seq = 1; seq <= 70; seq++) {
      sender.add('one', erase(seq));
      passes(1);
      await sender.settled();
    }
    expect(noted()).toHaveLength(50);
  });
});
