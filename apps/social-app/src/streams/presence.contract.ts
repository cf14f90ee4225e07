import { openReadyEvents, type EventClient } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import type { TestApp } from '../testing/test-app.js';

/** Who sees whom online, typing and called otherwise: `here` and `there` may be one replica or two. */
export function presenceContract(
  start: () => Promise<{ here: TestApp; there: TestApp; close: () => Promise<void> }>,
): void {
  let worlds: Awaited<ReturnType<typeof start>>;
  const bases: Record<string, string> = {};
  const clients: EventClient[] = [];
  beforeAll(async () => {
    worlds = await start();
    const address = { port: 0, host: '127.0.0.1' };
    bases['here'] = await worlds.here.app.listen(address);
    bases['there'] =
      worlds.there === worlds.here ? bases['here'] : await worlds.there.app.listen(address);
  });
  afterEach(() => clients.splice(0).forEach((client) => client.close()));
  afterAll(() => worlds.close());

  async function open(user: SignedInUser, where: 'here' | 'there'): Promise<EventClient> {
    const client = await openReadyEvents(bases[where] ?? '', user);
    clients.push(client);
    return client;
  }
  const isThere = (client: EventClient, { id }: SignedInUser, online: boolean) =>
    client.untilEphemeral(
      ({ type, data }) => type === 'presence' && data.userId === id && data.online === online,
    );
  const onlineFor = async (user: SignedInUser) =>
    (await worlds.here.get(user, '/api/presence')).body.online as string[];
  const set = (user: SignedInUser, part: object) => worlds.here.patch(user, '/api/settings', part);
  const type = (user: SignedInUser, chatId: string, more = {}) =>
    worlds.here.post(user, '/api/message/typing', { chatId, ...more });

  describe('presence', () => {
    it('reaches friends when one comes and when one has gone', async () => {
      const { alice, bob } = await worlds.here.joinFriends();
      const atAlice = await open(alice, 'here');
      const atBob = await open(bob, 'there');
      await isThere(atAlice, bob, true);
      expect(await atBob.untilEphemeral((each) => each.type === 'presence_list')).toEqual({
        type: 'presence_list',
        data: { online: [alice.id] },
      });
      expect(await onlineFor(alice)).toEqual([bob.id]);
      atBob.close();
      await isThere(atAlice, bob, false);
      expect(await onlineFor(alice)).toEqual([]);
    });

    it('outlasts the loss of one of two streams, and a short absence', async () => {
      const { alice, bob } = await worlds.here.joinFriends();
      const atAlice = await open(alice, 'here');
      const [first] = [await open(bob, 'here'), await open(bob, 'there')];
      await isThere(atAlice, bob, true);
      first?.close();
      const carol = await befriend(alice);
      await open(carol, 'there');
      await isThere(atAlice, carol, true);
      expect(atAlice.ephemeral.filter(({ data }) => data.online === false)).toEqual([]);
    });

    async function befriend(user: SignedInUser): Promise<SignedInUser> {
      const other = await worlds.here.join();
      await worlds.here.post(user, '/api/friends/add', { email: other.email });
      await worlds.here.post(other, '/api/friends/accept', { id: user.id });
      return other;
    }

    it('begins with the friendship for two who are there already, and ends with it', async () => {
      const [alice, bob] = [await worlds.here.join(), await worlds.here.join()];
      const [atAlice, atBob] = [await open(alice, 'here'), await open(bob, 'there')];
      expect(await onlineFor(alice)).toEqual([]);
      await worlds.here.post(alice, '/api/friends/add', { email: bob.email });
      await worlds.here.post(bob, '/api/friends/accept', { id: alice.id });
      await isThere(atAlice, bob, true);
      await isThere(atBob, alice, true);
      await worlds.here.post(alice, '/api/friends/block', { id: bob.id });
      expect(await onlineFor(bob)).toEqual([]);
      // A later friend comes; had Bob been notified that Alice went, that had come before.
      const before = atBob.ephemeral.length;
      atAlice.close();
      const carol = await befriend(bob);
      await open(carol, 'here');
      await isThere(atBob, carol, true);
      expect(atBob.ephemeral.slice(before).every(({ data }) => data.userId === carol.id)).toBe(
        true,
      );
    });

    it('of one who keeps it private reaches nobody, until they show it again', async () => {
      const { alice, bob } = await worlds.here.joinFriends();
      const atAlice = await open(alice, 'here');
      await open(bob, 'there');
      await isThere(atAlice, bob, true);
      await set(bob, { presence: false });
      await isThere(atAlice, bob, false);
      expect(await onlineFor(alice)).toEqual([]);
      expect(await onlineFor(bob)).toEqual([alice.id]);
      atAlice.ephemeral.splice(0);
      await set(bob, { presence: true });
      await isThere(atAlice, bob, true);
    });
  });

  describe('typing', () => {
    it('reaches the friend, not at every stroke, and is never in the log', async () => {
      const { alice, bob, chatId } = await worlds.here.joinFriends();
      const atBob = await open(bob, 'there');
      expect((await type(alice, chatId)).body).toEqual({ told: true });
      expect((await type(alice, chatId)).body).toEqual({ told: false });
      const isTyping = (each: { type: string }) => each.type === 'typing';
      expect((await atBob.untilEphemeral(isTyping)).data).toEqual({
        chatId,
        userId: alice.id,
        typing: true,
        expiresInMs: 6000,
      });
      await worlds.here.post(alice, '/api/message/send', { chatId, text: 'x' });
      await atBob.until(2);
      expect(atBob.ephemeral.filter(isTyping)).toHaveLength(1);
      expect(atBob.received.map((each) => [each.id, each.type])).toEqual([
        [2, 'ready'],
        [3, 'message'],
      ]);
    });

    it('of one who keeps it private reaches nobody', async () => {
      const { alice, bob, chatId } = await worlds.here.joinFriends();
      await set(alice, { typing: false });
      expect((await type(alice, chatId)).body).toEqual({ told: false });
      expect((await type(bob, chatId)).body).toEqual({ told: true });
    });

    it('401 in a chat that is not one’s own, not a friend’s, or none', async () => {
      const { alice, bob, chatId } = await worlds.here.joinFriends();
      const eve = await worlds.here.join();
      const refused = { status: 401, body: { code: 'not_in_chat' } };
      expect(await type(eve, chatId)).toMatchObject(refused);
      expect(await type(eve, `${eve.id}--${alice.id}`)).toMatchObject(refused);
      await worlds.here.post(bob, '/api/friends/block', { id: alice.id });
      expect(await type(alice, chatId)).toMatchObject(refused);
    });
  });

  describe('another name or handle', () => {
    it('is known to open streams of friends and of oneself, and to nobody else', async () => {
      const { alice, bob } = await worlds.here.joinFriends();
      const eve = await worlds.here.join();
      await set(alice, { presence: false });
      const [atBob, atEve] = [await open(bob, 'there'), await open(eve, 'there')];
      const [atAlice, besides] = [await open(alice, 'here'), await open(alice, 'there')];
      const concerned = [atBob, atAlice, besides];
      const isChange = ({ type }: { type: string }) => type === 'person_changed';
      const changes = [
        () => worlds.here.patch(alice, '/api/account', { name: 'Alice of now' }),
        () => worlds.here.put(alice, '/api/account/handle', { handle: `now_${Date.now()}` }),
        () => worlds.here.delete(alice, '/api/account/handle'),
      ];
      for (const change of changes) {
        expect((await change()).status).toBe(200);
        for (const client of concerned) {
          expect((await client.untilEphemeral(isChange)).data).toEqual({ userId: alice.id });
          client.ephemeral.splice(0);
        }
      }
      // Refused, or as before: nothing has changed.
      await worlds.here.patch(alice, '/api/account', { name: '' });
      await worlds.here.delete(alice, '/api/account/handle');
      await worlds.here.patch(bob, '/api/account', { name: 'Bob of now' });
      expect((await atAlice.untilEphemeral(isChange)).data).toEqual({ userId: bob.id });
      expect(atEve.ephemeral.filter(isChange)).toEqual([]);
    });
  });

  it('401 without a session', async () => {
    expect((await worlds.here.get(null, '/api/presence')).status).toBe(401);
    expect((await worlds.here.post(null, '/api/message/typing', {})).status).toBe(401);
  });
}
