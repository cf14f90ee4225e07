import { openPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { mostPins } from './message-changes.js';

let world: Awaited<ReturnType<typeof openPostgresApp>>;
beforeAll(async () => {
  world = await openPostgresApp();
});
afterAll(() => world.close());

async function open(messages: number) {
  const { alice, bob, chatId } = await world.joinFriends();
  const post = (from: SignedInUser, verb: string, body: object) =>
    world.post(from, `/api/message/${verb}`, { chatId, ...body });
  const seqs = Array.from({ length: messages }, (_, n) => n + 1);
  await Promise.all(seqs.map((seq) => post(alice, 'send', { text: `m${seq}` })));
  const kept = async () => {
    const [row] = await world.query<{ pins: number[] }>('SELECT pins FROM chats WHERE id = $1', [
      chatId,
    ]);
    return row?.pins ?? [];
  };
  return { alice, bob, post, seqs, kept };
}

it('of many pins at once there are as many as there is room for, each once', async () => {
  const { alice, bob, post, seqs, kept } = await open(mostPins + 6);
  const twice = seqs.flatMap((seq) => [alice, bob].map((who) => post(who, 'pin', { seq })));
  const replies = await Promise.all(twice);
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(replies.filter(({ body }) => body.changed === true)).toHaveLength(mostPins);
  const pins = await kept();
  expect(new Set(pins).size).toBe(mostPins);
  expect(pins).toHaveLength(mostPins);
});

it('nothing stays pinned that is deleted while it is pinned, whoever comes first', async () => {
  const { alice, bob, post, seqs, kept } = await open(30);
  const results = await Promise.all(
    seqs.flatMap((seq) => [post(bob, 'pin', { seq }), post(alice, 'delete', { seq })]),
  );
  expect(results.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(await kept()).toEqual([]);
});
