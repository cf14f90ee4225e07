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

  it('is as it was of other chats, and of what was refused', () => {
    expect(after([queued(archive, { chatId: 'a--c' })])).toEqual([false, true]);
    expect(after([queued(archive, { refusal: 'not_in_chat' })])).toEqual([false, true]);
  });
});

it('is the last one that counts of what is set of a chat and was not tried', () => {
  const back = { kind: 'archive', isOn: false } as const;
  expect(isReplacedBy(queued(archive), back)).toBe(true);
  expect(isReplacedBy(queued(archive, { isTried: true }), back)).toBe(false);
  expect(isReplacedBy(queued(archive), { kind: 'unread', isOn: true })).toBe(false);
});
