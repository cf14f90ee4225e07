import type { Chat } from '../api/chats.js';
import { withListedChanges } from './listed-changes.js';
import { isReplacedBy, type Change, type QueuedChange } from './queue-model.js';

const chat = { chatId: 'a--b', archived: false, markedUnread: true } as Chat;
const queued = (change: Change, extra: Partial<QueuedChange> = {}): QueuedChange => ({
  ...{ id: 'x', order: 1, chatId: 'a--b', change, at: '2026-11-21T12:00:00Z' },
  ...{ isTried: false, refusal: null },
  ...extra,
});
const after = (changes: readonly QueuedChange[], isMuted = false) => {
  const [shown] = withListedChanges([chat], changes, () => isMuted);
  return [shown?.archived, shown?.markedUnread];
};
const archive = { kind: 'archive', isOn: true } as const;
const send = { kind: 'send', clientId: 'c', text: 'text' } as const;

describe('the list with queued changes on top', () => {
  it('is as it will be, in the order of the queue', () => {
    expect(after([queued(archive)])).toEqual([true, true]);
    expect(after([queued({ kind: 'read', seq: 3 })])).toEqual([false, false]);
    expect(after([queued(archive), queued(send)])).toEqual([false, true]);
    expect(after([queued(archive), queued(send)], true)).toEqual([true, true]);
    expect(after([queued(send), queued(archive)])).toEqual([true, true]);
  });

  it('stays as it is for a message that waits behind a refused one of its chat', () => {
    const putAway = { ...chat, archived: true };
    const refused = queued(send, { order: 1, refusal: 'not_in_chat' });
    const shown = (changes: readonly QueuedChange[]) =>
      withListedChanges([putAway], changes, () => false)[0]?.archived;
    expect(shown([refused, queued(send, { order: 2 })])).toBe(true);
    expect(shown([{ ...refused, chatId: 'a--c' }, queued(send, { order: 2 })])).toBe(false);
  });

  it('is as it was of other chats, and of what was refused', () => {
    expect(after([queued(archive, { chatId: 'a--c' })])).toEqual([false, true]);
    expect(after([queued(archive, { refusal: 'not_in_chat' })])).toEqual([false, true]);
  });
});

describe('pins with queued changes on top', () => {
  const pinned = (changes: readonly QueuedChange[]) =>
    withListedChanges([{ ...chat, pinned: [1, 2] }], changes, () => false)[0]?.pinned;

  it('are as they will be: the newest last, and none of a message that is being deleted', () => {
    expect(pinned([queued({ kind: 'pin', seq: 3, isOn: true })])).toEqual([1, 2, 3]);
    expect(pinned([queued({ kind: 'pin', seq: 1, isOn: false })])).toEqual([2]);
    expect(pinned([queued({ kind: 'delete', seq: 2, scope: 'me' })])).toEqual([1]);
    const refused = { refusal: 'too_many_pins' };
    expect(pinned([queued({ kind: 'pin', seq: 3, isOn: true }, refused)])).toEqual([1, 2]);
  });

  it('are changed by the last of what was not tried of a message', () => {
    const pin = queued({ kind: 'pin', seq: 3, isOn: true });
    expect(isReplacedBy(pin, { kind: 'pin', seq: 3, isOn: false })).toBe(true);
    expect(isReplacedBy(pin, { kind: 'pin', seq: 4, isOn: true })).toBe(false);
    expect(isReplacedBy({ ...pin, isTried: true }, { kind: 'pin', seq: 3, isOn: false })).toBe(
      false,
    );
  });
});

it('is the last one that counts of what is set of a chat and was not tried', () => {
  const back = { kind: 'archive', isOn: false } as const;
  expect(isReplacedBy(queued(archive), back)).toBe(true);
  expect(isReplacedBy(queued(archive, { isTried: true }), back)).toBe(false);
  expect(isReplacedBy(queued(archive), { kind: 'unread', isOn: true })).toBe(false);
});
