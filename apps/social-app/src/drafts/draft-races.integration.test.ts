import { openPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';

let world: Awaited<ReturnType<typeof openPostgresApp>>;
beforeAll(async () => {
  world = await openPostgresApp();
});
afterAll(() => world.close());

interface Changed {
  readonly status: number;
  readonly body: { readonly changed: boolean; readonly cursor: number };
}

const put = (who: SignedInUser, chatId: string, text: string, clientId?: string) =>
  world.put(who, `/api/chats/${chatId}/draft`, { text, clientId }) as Promise<Changed>;
const clear = (who: SignedInUser, chatId: string, query = '') =>
  world.delete(who, `/api/chats/${chatId}/draft${query}`) as Promise<Changed>;
const send = (who: SignedInUser, chatId: string, text: string, clientId: string) =>
  world.post(who, '/api/message/send', { chatId, text, clientId });
const draftsOf = async (who: SignedInUser) =>
  (await world.get(who, '/api/drafts')).body.drafts as { text: string }[];
const rowsOf = (who: SignedInUser) =>
  world.query('SELECT 1 FROM chat_drafts WHERE user_id = $1', [who.id]);

it('of devices that write at once the one counts whose number is the greatest', async () => {
  const { alice, chatId } = await world.joinFriends();
  for (let round = 0; round < 15; round += 1) {
    const texts = Array.from({ length: 6 }, (_, n) => `${round} ${n}`);
    const acts = [...texts.map((text) => put(alice, chatId, text)), clear(alice, chatId)];
    const replies = await Promise.all(acts);
    expect(replies.map(({ status }) => status)).toEqual(acts.map(() => 200));
    const changes = replies.map(({ body }, n) => ({ ...body, text: texts[n] }));
    const numbers = changes.filter(({ changed }) => changed).map(({ cursor }) => cursor);
    expect(new Set(numbers).size).toBe(numbers.length);
    const last = changes.find(({ changed, cursor }) => changed && cursor === Math.max(...numbers));
    const expected = last?.text === undefined ? [] : [{ text: last.text }];
    expect(await draftsOf(alice)).toMatchObject(expected);
  }
});

it('a device that clears what it knows takes nothing of what another one writes at the same moment', async () => {
  const { alice, chatId } = await world.joinFriends();
  for (let round = 0; round < 25; round += 1) {
    await put(alice, chatId, 'old', `old${round}`);
    const [written, cleared] = await Promise.all([
      put(alice, chatId, `new ${round}`, `new${round}`),
      clear(alice, chatId, `?clientId=old${round}`),
    ]);
    expect([written.status, cleared.status]).toEqual([200, 200]);
    expect(await draftsOf(alice)).toMatchObject([{ text: `new ${round}` }]);
  }
});

it('a message and its draft that are stored at once leave nothing that is shown', async () => {
  const { alice, chatId } = await world.joinFriends();
  for (let round = 0; round < 25; round += 1) {
    const [text, clientId] = [`number ${round}`, `c${round}`];
    const [written, sent] = await Promise.all([
      put(alice, chatId, text, clientId),
      send(alice, chatId, text, clientId),
    ]);
    expect([written.status, sent.status]).toEqual([200, 200]);
    expect(await draftsOf(alice)).toEqual([]);
  }
});

it('messages of a batch end the drafts of their senders', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  for (let round = 0; round < 10; round += 1) {
    const people = [alice, bob];
    for (const who of people) await put(who, chatId, `${round}`, `${who.id}${round}`);
    await Promise.all(
      [0, 1, 2].flatMap((n) =>
        people.map((who) =>
          send(who, chatId, `${round}`, n ? `${who.id}${round}${n}` : `${who.id}${round}`),
        ),
      ),
    );
    for (const who of people) expect(await rowsOf(who)).toEqual([]);
  }
});

it('a friendship that ends while somebody writes leaves no draft', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  for (let round = 0; round < 15; round += 1) {
    const replies = await Promise.all([
      put(alice, chatId, `${round}`),
      world.delete(bob, `/api/friends/${alice.id}`),
      put(bob, chatId, `${round}`),
      put(alice, chatId, `${round} more`),
    ]);
    for (const { status } of replies) expect([200, 401]).toContain(status);
    for (const who of [alice, bob]) expect(await rowsOf(who)).toEqual([]);
    await world.post(alice, '/api/friends/add', { email: bob.email });
    await world.post(bob, '/api/friends/accept', { id: alice.id });
  }
});

it('an account that is erased while its person writes leaves no draft, and nobody waits for ever', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { alice, bob, chatId } = await world.joinFriends();
    const replies = await Promise.all([
      put(alice, chatId, 'one'),
      put(bob, chatId, 'one'),
      world.delete(alice, '/api/account', { confirm: alice.email }),
      send(bob, chatId, 'one', `e${round}`),
      put(alice, chatId, 'two'),
    ]);
    for (const { status } of replies) expect([200, 401]).toContain(status);
    for (const who of [alice, bob]) expect(await rowsOf(who)).toEqual([]);
  }
});
