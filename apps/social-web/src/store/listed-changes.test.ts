import type { Chat, Message } from '../api/chats.js';
import { withListedChanges } from './listed-changes.js';
import { isReplacedBy, type Change, type QueuedChange } from './queue-model.js';

const message = (seq: number) =>
  ({ seq, text: `text ${seq}`, deletedAt: null, reactions: [] }) as unknown as Message;
const chat = {
  ...{ chatId: 'a--b', archived: false, markedUnread: true, lastMessage: message(9) },
} as Chat;
const queued = (change: Change, extra: Partial<QueuedChange> = {}): QueuedChange => ({
  ...{ id: 'x', order: 1, chatId: 'a--b', change, at: '2026-11-21T12:00:00Z' },
  ...{ isTried: false, refusal: null },
  ...extra,
});
const after = (changes: readonly QueuedChange[], isMuted = false) => {
  const [shown] = withListedChanges([chat], changes, {
    isMuted: () => isMuted,
    messagesOf: () => [],
  });
  return [shown?.archived, shown?.markedUnread];
};
const known = { isMuted: () => false, messagesOf: () => [] };
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
      withListedChanges([putAway], changes, known)[0]?.archived;
    expect(shown([refused, queued(send, { order: 2 })])).toBe(true);
    expect(shown([{ ...refused, chatId: 'a--c' }, queued(send, { order: 2 })])).toBe(false);
  });

  it('is as it was of other chats, and of what was refused', () => {
    expect(after([queued(archive, { chatId: 'a--c' })])).toEqual([false, true]);
    expect(after([queued(archive, { refusal: 'not_in_chat' })])).toEqual([false, true]);
  });
});

describe('the last message with queued changes on top', () => {
  const last = (changes: readonly Change[], held = [1, 2, 3, 4]) => {
    const shown = withListedChanges(
      [{ ...chat, lastMessage: message(4) }],
      changes.map((change) => queued(change)),
      { ...known, messagesOf: () => held.map(message) },
    );
    return shown[0]!.lastMessage;
  };
  const hide = (seq: number) => ({ kind: 'delete', seq, scope: 'me' }) as const;

  it('is the one that the conversation shows', () => {
    expect(last([{ kind: 'edit', seq: 4, text: 'new' }]).text).toBe('new');
    expect(last([{ kind: 'edit', seq: 3, text: 'new' }]).text).toBe('text 4');
    expect(last([{ kind: 'delete', seq: 4, scope: 'everyone' }])).toMatchObject({
      ...{ seq: 4, text: '', deletedAt: expect.any(String) },
    });
    expect(last([hide(3), hide(4)]).text).toBe('text 2');
    expect(last([hide(4), { kind: 'edit', seq: 3, text: 'new' }]).text).toBe('new');
  });

  it('has no words where what is before it is not here', () => {
    expect(last([hide(4)], [])).toMatchObject({ seq: 4, text: '' });
  });
});

describe('pins with queued changes on top', () => {
  const pinned = (changes: readonly QueuedChange[]) =>
    withListedChanges([{ ...chat, pinned: [1, 2] }], changes, known)[0]?.pinned;

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
