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
        takenChanges: new TakenChanges('me', storage, () => now),
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

  it('no words are kept for it of what has been deleted, or ends; and those of anything for minutes', async () => {
    const ends = message(4, { expiresAt: '2030-01-01T00:00:00.000Z' });
    const { sender, sleeper, noted, passes } = openTabs([message(3), null, ends, message(5)]);
    sender.run();
    for (const change of [send('a'), erase(3), send('c'), send('d')]) sender.add('one', change);
    await sender.settled();
    const ids = noted().map((key) => key.split('/').at(-1));
    expect(ids).toEqual([expect.any(String), 'd']);
    expect(['a', 'c']).not.toContain(ids[0]);
    passes(11 * 60_000);
    sleeper.changed();
    expect(noted()).toEqual([]);
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
