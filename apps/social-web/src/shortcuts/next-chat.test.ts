import type { Chat } from '../api/chats.js';
import { isUnread, nextChat } from './next-chat.js';

const chats = [0, 2, 0, 1].map((unread, index) => ({
  ...{ chatId: `${index}`, unread, markedUnread: index === 2 },
})) as unknown as Chat[];
const idOf = (...[current, step, isMeant]: [string | null, 1 | -1, typeof isUnread?]) =>
  nextChat(chats, current, step, isMeant)?.chatId;

describe('the next conversation', () => {
  it('is the one below or above, and nothing beyond the ends', () => {
    expect(['0', '2', '3'].map((id) => idOf(id, 1))).toEqual(['1', '3', undefined]);
    expect(['3', '1', '0'].map((id) => idOf(id, -1))).toEqual(['2', '0', undefined]);
  });

  it('is the first, or the last, where none of the list is open', () => {
    for (const current of [null, 'of another list'])
      expect([idOf(current, 1), idOf(current, -1)]).toEqual(['0', '3']);
  });

  it('is one with unread messages, or one that was marked as such', () => {
    expect(['0', '1', '2', '3'].map((id) => idOf(id, 1, isUnread))).toEqual([
      '1',
      '2',
      '3',
      undefined,
    ]);
    expect(idOf('1', -1, isUnread)).toBeUndefined();
  });
});
