import { ApiError } from '../api/client.js';
import { memoryStorage } from '../api/device-storage.js';
import { isOfGone, isStored, showStored } from './deliver.js';
import { LocalStore } from './local-store.js';
import type { QueuedChange } from './queue-model.js';
import { Queue } from './queue.js';
import { SimulatedServer } from './testing/simulated-server.js';
import { visibleMessages } from './visible-messages.js';

/** A queue whose requests have these ends, one after the other. */
function runningQueue(
  deliver: () => Promise<void>,
  isOver: (queued: QueuedChange) => boolean = () => false,
): Queue {
  const queue = new Queue(['queue/me/'], {
    storage: memoryStorage(),
    deliver,
    isOnline: () => true,
    isOver,
    onSignedOut: () => {},
    pause: () => Promise.resolve(),
  });
  queue.run();
  return queue;
}

const text = (clientId: string) => ({ kind: 'send', clientId, text: 'text' }) as const;

describe('what was refused', () => {
  it('by something on the way is so after five tries, and is tried again once the connection is back', async () => {
    let tries = 0;
    let isLetThrough = false;
    const queue = runningQueue(async () => {
      tries++;
      if (!isLetThrough) throw new ApiError(403, 'unknown', 'a page of a filter');
    });
    queue.add('one', text('first'));
    queue.add('one', text('second'));
    await new Promise(setImmediate);
    expect(tries).toBe(5);
    expect(queue.changes().map(({ refusal }) => refusal)).toEqual(['unknown', null]);
    isLetThrough = true;
    queue.wake();
    await new Promise(setImmediate);
    expect(queue.changes()).toEqual([]);
    expect(tries).toBe(7);
  });

  it('by the server stays refused when the connection is back', async () => {
    let tries = 0;
    const queue = runningQueue(async () => {
      tries++;
      throw new ApiError(401, 'not_in_chat', 'no friends any more');
    });
    queue.add('one', text('first'));
    await new Promise(setImmediate);
    queue.wake();
    await new Promise(setImmediate);
    expect(tries).toBe(1);
    expect(queue.changes().map(({ refusal }) => refusal)).toEqual(['not_in_chat']);
  });

  it('and turns out to be stored, since the reply to an earlier try was lost, holds up nothing', async () => {
    let isStored = false;
    const sent: string[] = [];
    const ends = [new ApiError(401, 'not_in_chat', 'no friends any more'), null];
    const queue = runningQueue(
      async () => {
        const end = ends.shift();
        if (end) throw end;
        sent.push('second');
      },
      () => isStored,
    );
    queue.add('one', text('first'));
    queue.add('one', text('second'));
    await new Promise(setImmediate);
    expect(queue.changes()).toHaveLength(2);
    isStored = true;
    queue.confirm();
    await new Promise(setImmediate);
    expect(queue.changes()).toEqual([]);
    expect(sent).toEqual(['second']);
  });

  it.each(['message_not_found', 'too_late'] as const)(
    'and is of a message that is gone, is forgotten: no row could say so (%s)',
    async (code) => {
      const [me, chatId] = ['a', 'a--b'] as const;
      const store = new LocalStore(me);
      const { seq } = new SimulatedServer().send(me, chatId);
      const refuse = () => Promise.reject(new ApiError(404, code, 'refused'));
      const queue = runningQueue(refuse, (queued) => isOfGone(store, queued));
      store.subscribe(() => queue.confirm());
      queue.add(chatId, { kind: 'edit', seq, text: 'too late' });
      queue.add(chatId, { kind: 'react', seq, emoji: '👍', isOn: true });
      await new Promise(setImmediate);
      const left = code === 'too_late' ? [code, code] : [];
      expect(queue.changes().map(({ refusal }) => refusal)).toEqual(left);
      store.hide(chatId, seq);
      await new Promise((resolve) => setTimeout(resolve));
      expect(queue.changes()).toEqual([]);
    },
  );

  it('and is known from the list alone, goes on to be shown', async () => {
    const [me, chatId] = ['a', 'a--b'] as const;
    const store = new LocalStore(me);
    store.putChanged({ ...new SimulatedServer().send(me, chatId), clientId: 'first' });
    const shown = () => visibleMessages(store.messagesOf(chatId), null).messages;
    expect(shown()).toEqual([]);
    const refuse = () => Promise.reject(new ApiError(401, 'not_in_chat', 'no friends any more'));
    const queue = runningQueue(refuse, (queued) => isStored(store, queued));
    queue.onSettled((queued) => showStored(store, queued));
    queue.add(chatId, text('first'));
    await new Promise(setImmediate);
    expect(queue.changes()).toEqual([]);
    expect(shown()).toMatchObject([{ clientId: 'first' }]);
  });
});
