import { createTestApp, type TestApp } from '../testing/test-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

interface Page {
  readonly chats: { readonly chatId: string; readonly unread: number }[];
  readonly nextCursor: string | null;
}

const page = async (me: SignedInUser, query: string) =>
  (await world.get(me, `/api/chats?${query}`)).body as Page;

const write = (from: SignedInUser, chatId: string, text = 'x') =>
  world.post(from, '/api/message/send', { chatId, text });

/** Somebody with so many chats. */
async function converse(count: number) {
  const me = await world.join();
  const chats: { chatId: string; friend: SignedInUser }[] = [];
  for (let n = 0; n < count; n += 1) {
    const friend = await world.join();
    await world.post(me, '/api/friends/add', { email: friend.email });
    await world.post(friend, '/api/friends/accept', { id: me.id });
    const chatId = [me.id, friend.id].sort().join('--');
    await write(friend, chatId);
    chats.push({ chatId, friend });
  }
  return { me, chats };
}

async function walk(me: SignedInUser, limit: number): Promise<string[]> {
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const { chats, nextCursor } = await page(me, `limit=${limit}${next ? `&cursor=${next}` : ''}`);
    expect(chats.length).toBeLessThanOrEqual(limit);
    seen.push(...chats.map(({ chatId }) => chatId));
    next = nextCursor;
  } while (next !== null);
  return seen;
}

it('chats are walked page by page: none twice, none left out, also those of one moment', async () => {
  const { me, chats } = await converse(7);
  const ids = chats.map(({ chatId }) => chatId).sort();
  await world.query('UPDATE messages SET created_at = now()');
  for (const limit of [1, 3, 7, 200]) expect((await walk(me, limit)).sort()).toEqual(ids);
});

it('the newest comes first, and one written in meanwhile moves none off a page', async () => {
  const { me, chats } = await converse(3);
  for (const [n, { chatId }] of chats.entries()) {
    await world.query(
      `UPDATE messages SET created_at = now() - make_interval(hours => $2) WHERE chat_id = $1`,
      [chatId, 3 - n],
    );
  }
  const [oldest, middle, newest] = chats.map(({ chatId }) => chatId);
  const first = await page(me, 'limit=1');
  expect(first.chats).toMatchObject([{ chatId: newest, unread: 1 }]);
  await write(chats[2]!.friend, newest!);
  const second = await page(me, `limit=1&cursor=${first.nextCursor}`);
  expect(second.chats).toMatchObject([{ chatId: middle }]);
  const third = await page(me, `limit=1&cursor=${second.nextCursor}`);
  expect(third).toMatchObject({ chats: [{ chatId: oldest }], nextCursor: null });
});

it('what is left of a page is what its reader still sees', async () => {
  const { me, chats } = await converse(2);
  const { chatId, friend } = chats[1]!;
  await world.post(me, '/api/message/delete', { chatId, seq: 1, for: 'me' });
  expect(await walk(me, 1)).toEqual([chats[0]!.chatId]);
  expect(await walk(friend, 1)).toEqual([chatId]);
});

it.each(['cursor=x', 'cursor=1_2', 'limit=0', 'limit=201', 'limit=x'])(
  '400 for /api/chats?%s',
  async (query) => {
    const reply = await world.get(await world.join(), `/api/chats?${query}`);
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_payload' } });
  },
);
