import { chatsOf, withChat, type Chat, type Chats } from './chats.js';

const chat = (id: string, createdAt: string) =>
  ({ chatId: id, lastMessage: { createdAt } }) as unknown as Chat;

const chats: Chats = {
  pages: [
    {
      chats: [chat('c', '2026-11-21T12:00:00Z'), chat('b', '2026-11-20T12:00:00Z')],
      nextCursor: '2',
    },
    { chats: [chat('a', '2026-11-19T12:00:00Z')], nextCursor: '3' },
  ],
  pageParams: ['', '2'],
};
const ids = (list: Chats) => list.pages.map((page) => page.chats.map(({ chatId }) => chatId));

describe('a change of one chat', () => {
  it('moves the chat to the top when its message is the newest', () => {
    const now = '2026-11-21T13:00:00Z';
    const changed = withChat(chats, 'a', () => chat('a', now));
    expect(ids(changed)).toEqual([['a', 'c'], ['b']]);
    expect(chatsOf(changed)[0]?.lastMessage.createdAt).toBe(now);
  });

  it('leaves the cursors of the pages', () => {
    const changed = withChat(chats, 'c', (one) => ({ ...one, unread: 1 }));
    expect(ids(changed)).toEqual(ids(chats));
    expect(changed.pages.map(({ nextCursor }) => nextCursor)).toEqual(['2', '3']);
    expect(chatsOf(changed).map(({ unread }) => unread)).toEqual([1, undefined, undefined]);
  });
});
