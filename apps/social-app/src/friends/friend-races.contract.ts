import type { Reply, TestApp } from '../testing/test-app.js';

const add = '/api/friends/add';
const accept = '/api/friends/accept';
const deny = '/api/friends/deny';

/** Racing changes of one pair: exactly one happens, whoever it is, and the graph is what it said. */
export function friendRacesContract(world: () => TestApp, rounds: number): void {
  const repeat = async (round: () => Promise<void>) => {
    for (let n = 0; n < rounds; n += 1) await round();
  };
  const strangers = async () => [await world().join(), await world().join()] as const;
  const asked = async () => {
    const [alice, bob] = await strangers();
    await world().post(alice, add, { email: bob.email });
    return [alice, bob] as const;
  };
  const friendsOf = async (user: Parameters<TestApp['get']>[0]) =>
    (await world().get(user, '/api/friends')).body as Record<string, object[]>;
  const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();

  it('crossing requests: one is sent, the other is refused because it exists', () =>
    repeat(async () => {
      const [alice, bob] = await strangers();
      const replies = await Promise.all([
        world().post(alice, add, { email: bob.email }),
        world().post(bob, add, { email: alice.email }),
      ]);
      expect(statuses(replies)).toEqual([200, 400]);
      const winner = replies[0]?.status === 200 ? alice : bob;
      const { incoming, outgoing } = await friendsOf(winner);
      expect([incoming?.length, outgoing?.length]).toEqual([0, 1]);
    }));

  it('the same request twice: one is sent', () =>
    repeat(async () => {
      const [alice, bob] = await strangers();
      const request = () => world().post(alice, add, { email: bob.email });
      expect(statuses(await Promise.all([request(), request()]))).toEqual([200, 400]);
      expect((await friendsOf(bob))['incoming']).toHaveLength(1);
    }));

  it('accepted twice: one is refused because they are friends', () =>
    repeat(async () => {
      const [alice, bob] = await asked();
      const request = () => world().post(bob, accept, { id: alice.id });
      expect(statuses(await Promise.all([request(), request()]))).toEqual([200, 400]);
      expect((await friendsOf(alice))['friends']).toHaveLength(1);
    }));

  it('accept against deny: one happens', () =>
    repeat(async () => {
      const [alice, bob] = await asked();
      const [accepted, denied] = await Promise.all([
        world().post(bob, accept, { id: alice.id }),
        world().post(bob, deny, { id: alice.id }),
      ]);
      expect(denied.status).toBe(200);
      expect(accepted.status).toBe(denied.body.changed ? 400 : 200);
      expect((await friendsOf(alice))['friends']).toHaveLength(denied.body.changed ? 0 : 1);
    }));

  it('accept against cancel: one happens', () =>
    repeat(async () => {
      const [alice, bob] = await asked();
      const [accepted, cancelled] = await Promise.all([
        world().post(bob, accept, { id: alice.id }),
        world().post(alice, '/api/friends/cancel', { id: bob.id }),
      ]);
      expect(accepted.status).toBe(cancelled.body.changed ? 400 : 200);
    }));
}
