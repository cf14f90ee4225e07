import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

/** A chat of ten messages, of which Bob hid the third and the fourth. */
async function pager() {
  const { alice, bob, chatId } = await world.joinFriends();
  for (let n = 1; n <= 10; n += 1)
    await world.post(alice, '/api/message/send', { chatId, text: `m${n}` });
  for (const seq of [3, 4])
    await world.post(bob, '/api/message/delete', { chatId, seq, for: 'me' });
  return async (query: string) => {
    const { status, body } = await world.get(bob, `/api/messages?chatId=${chatId}&${query}`);
    if (status !== 200) return { status, body };
    return { ...body, messages: body.messages.map(({ seq }: { seq: number }) => seq) };
  };
}

it('goes forward from any place to the newest', async () => {
  const page = await pager();
  expect(await page('after=0&limit=3')).toEqual({
    messages: [1, 2, 5],
    nextCursor: 5,
    olderCursor: null,
    newerCursor: 5,
  });
  expect(await page('after=5&limit=3')).toMatchObject({ messages: [6, 7, 8], olderCursor: 6 });
  expect(await page('after=8&limit=3')).toMatchObject({ messages: [9, 10], nextCursor: null });
  expect(await page('after=10')).toMatchObject({ messages: [], nextCursor: null, olderCursor: 11 });
});

it('goes back and knows the way forward', async () => {
  const page = await pager();
  expect(await page('limit=2')).toEqual({
    messages: [9, 10],
    nextCursor: 9,
    olderCursor: 9,
    newerCursor: null,
  });
  expect(await page('before=6&limit=2')).toEqual({
    messages: [2, 5],
    nextCursor: 2,
    olderCursor: 2,
    newerCursor: 5,
  });
});

it('shows a message amid its neighbours, with the way on to both sides', async () => {
  const page = await pager();
  expect(await page('around=7&limit=4')).toEqual({
    messages: [6, 7, 8, 9],
    nextCursor: 6,
    olderCursor: 6,
    newerCursor: 9,
  });
  expect(await page('around=1&limit=1')).toEqual({
    messages: [1],
    nextCursor: null,
    olderCursor: null,
    newerCursor: 1,
  });
  expect(await page('around=10&limit=100')).toMatchObject({
    messages: [1, 2, 5, 6, 7, 8, 9, 10],
    olderCursor: null,
    newerCursor: null,
  });
});

it.each(['before=2&after=1', 'before=2&around=1', 'after=-1', 'around=0', 'after=x'])(
  '400 for the query %j',
  async (query) => {
    const page = await pager();
    expect(await page(query)).toMatchObject({ status: 400 });
  },
);
