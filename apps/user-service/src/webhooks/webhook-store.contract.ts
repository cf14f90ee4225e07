import { randomUUID } from 'node:crypto';
import { beginning, formatCursor, parseCursor } from '../events/event-cursor.js';
import { userNamed } from '../events/event-log.contract.js';
import { tester, type TestStores } from '../testing/test-app.js';
import type { Settlement } from './webhook-queue.js';
import type { Attempt } from './webhook.js';

const nothing: Settlement = {
  after: null,
  attempts: [],
  anyTaken: false,
  pauseMs: null,
  off: null,
};

/** What every database does with webhooks. */
export function webhookStoreContract(open: () => Promise<TestStores>): void {
  let world: TestStores;
  let store: TestStores['stores']['webhooks'];
  let queue: TestStores['stores']['webhookQueue'];
  beforeAll(async () => {
    world = await open();
    ({ webhooks: store, webhookQueue: queue } = world.stores);
  });
  beforeEach(() => world.reset());
  afterAll(() => world.close());

  const make = async (types: readonly string[] = []) => {
    const after = parseCursor(await world.stores.events.newest())!;
    const hook = { id: randomUUID(), url: 'https://example.org/', types, after, sealed: 's1' };
    return (await store.create(hook, tester))!;
  };
  /** A registration, once readers are shown it: any transaction of the server that writes holds it back. */
  const change = async () => {
    const before = await world.stores.events.newest();
    await world.stores.users.insert(userNamed(randomUUID()));
    while ((await world.stores.events.newest()) === before) await new Promise(setImmediate);
  };
  const newest = async () => parseCursor(await world.stores.events.newest());
  const claimOne = async () => {
    // What is due now is due within the millisecond to which the database rounds.
    for (;;) {
      const claims = await queue.claim(10);
      expect(claims.length).toBeLessThan(2);
      if (claims[0]) return claims[0];
    }
  };
  const audited = async () => {
    const entries = await world.stores.audit.list({
      after: undefined,
      limit: 100,
      action: undefined,
      key: undefined,
    });
    return entries.map(({ action, subject }) => [action, subject]).reverse();
  };
  const attempt = (n: number): Attempt => ({
    eventId: randomUUID(),
    type: 'user.registered',
    at: new Date(Date.UTC(2026, 0, 1) + n),
    outcome: 'delivered',
    reason: `status_${200 + n}`,
    durationMs: n,
  });
  const allAttempts = { after: undefined, limit: 5000 };

  it('makes, lists and removes, with an entry in the audit log each', async () => {
    const [first, second] = [await make(), await make(['user.deleted'])];
    expect(first).toMatchObject({ url: 'https://example.org/', types: [], failures: 0 });
    expect(await store.list()).toEqual([first, second]);
    expect(await store.find(second.id)).toEqual(second);
    expect([
      await store.remove(first.id, tester),
      await store.remove(first.id, tester),
      await store.find(first.id),
    ]).toEqual([true, false, null]);
    expect(await audited()).toEqual([
      ['webhook.created', first.id],
      ['webhook.created', second.id],
      ['webhook.deleted', first.id],
    ]);
  });

  it('makes no more than a hundred', async () => {
    for (let n = 0; n < 100; n += 1) await make();
    const hook = { id: randomUUID(), url: 'u', types: [], after: beginning, sealed: 's' };
    expect(await store.create(hook, tester)).toBeNull();
    expect(await store.list()).toHaveLength(100);
  });

  it('is claimed when something is new, and by one alone', async () => {
    const { id, after } = await make();
    expect(await queue.claim(10)).toEqual([]);
    await change();
    const claims = await Promise.all([queue.claim(10), queue.claim(10), queue.claim(10)]);
    expect(claims.flat()).toEqual([
      {
        id,
        token: expect.any(String) as string,
        url: 'https://example.org/',
        types: [],
        after,
        generation: 0,
        failures: 0,
        sealed: ['s1'],
      },
    ]);
  });

  it('no more are claimed than were asked for, first the one that has waited longest', async () => {
    const [, second] = [await make(), await make(), await make()];
    await change();
    await world.query(`UPDATE webhooks SET due_at = due_at -
      CASE id WHEN '${second.id}' THEN interval '1 hour' ELSE interval '1 second' END`);
    expect(await queue.claim(1)).toMatchObject([{ id: second.id }]);
    expect(await queue.claim(1)).toHaveLength(1);
  });

  it('only who has the claim reads the secrets of a webhook, and of no other', async () => {
    const [one, other] = [await make(), await make()];
    await store.addSecret(other.id, 's2', 0, tester);
    await change();
    await world.query(`UPDATE webhooks SET due_at = due_at - interval '1 second'`);
    const claims = await queue.claim(2);
    const claim = claims.find(({ id }) => id === one.id)!;
    expect(await queue.sealedSecrets(claim)).toEqual(['s1']);
    expect(await queue.sealedSecrets({ ...claim, token: randomUUID() })).toBeNull();
    expect(await queue.sealedSecrets({ ...claim, id: randomUUID() })).toBeNull();
    await world.query(`UPDATE webhooks SET off_at = now() WHERE id = '${one.id}'`);
    expect(await queue.sealedSecrets(claim)).toBeNull();
    await store.replay(one.id, null, tester);
    expect(await queue.sealedSecrets(claim)).toBeNull();
    expect(await queue.sealedSecrets({ ...claim, generation: 1 })).toEqual(['s1']);
  });

  it('goes on after what was settled, and nothing is claimed when all of it is', async () => {
    const { id } = await make();
    await change();
    const first = await newest();
    await change();
    const settled = { ...nothing, after: first, anyTaken: true, attempts: [attempt(0)] };
    expect(await queue.settle(await claimOne(), settled)).toBeNull();
    const claim = await claimOne();
    expect(claim.after).toEqual(first);
    await queue.settle(claim, { ...nothing, after: await newest() });
    expect(await queue.claim(10)).toEqual([]);
    expect(await store.attempts(id, allAttempts)).toMatchObject([{ reason: 'status_200' }]);
  });

  it('of a replica that is gone the lease ends, and what it says later counts for nothing', async () => {
    const { id, after } = await make();
    await change();
    const lost = await claimOne();
    await world.query(`UPDATE webhooks SET claimed_until = now() - interval '1 second'`);
    const taken = await claimOne();
    expect(taken).toEqual({ ...lost, token: expect.any(String) as string });
    const late = { ...nothing, after: await newest(), attempts: [attempt(0)] };
    expect(await queue.settle(lost, { ...late, off: 'gone' })).toBeNull();
    expect(await store.find(id)).toMatchObject({ after, offAt: null });
    expect(await queue.claim(10)).toEqual([]);
    await queue.settle(taken, late);
    // Twice, as after a reply of the database that was lost.
    await queue.settle(taken, late);
    expect(await store.attempts(id, allAttempts)).toHaveLength(1);
  });

  it('is left alone after a failure, and what was taken meanwhile begins the count anew', async () => {
    const { id, after } = await make();
    await change();
    const failed = { ...nothing, after, pauseMs: 60_000 };
    await queue.settle(await claimOne(), failed);
    expect(await queue.claim(10)).toEqual([]);
    const once = (await store.find(id))!;
    expect(once).toMatchObject({ failures: 1, failingSince: expect.any(Date) as Date });
    expect(once.dueAt.getTime() - once.failingSince!.getTime()).toBe(60_000);
    const again = async (settlement: Partial<Settlement>) => {
      await world.query(`UPDATE webhooks SET due_at = now() - interval '1 second'`);
      await queue.settle(await claimOne(), { ...failed, ...settlement });
      return (await store.find(id))!;
    };
    expect(await again({})).toMatchObject({ failures: 2, failingSince: once.failingSince });
    expect(await again({ pauseMs: null })).toMatchObject({ failures: 2 });
    const taken = await again({ anyTaken: true });
    expect(taken.failures).toBe(1);
    expect(taken.failingSince!.getTime()).toBeGreaterThan(once.failingSince!.getTime());
    expect(await again({ anyTaken: true, pauseMs: null })).toMatchObject({
      failures: 0,
      failingSince: null,
    });
  });

  it('is switched off after three days of nothing but failures, until it is replayed', async () => {
    const { id, after } = await make();
    await change();
    const failed = { ...nothing, after, pauseMs: 0 };
    expect(await queue.settle(await claimOne(), failed)).toBeNull();
    const age = (hours: number) =>
      world.query(`UPDATE webhooks SET failing_since = now() - interval '${hours} hours'`);
    await age(71.9);
    expect(await queue.settle(await claimOne(), failed)).toBeNull();
    await age(72.1);
    expect(await queue.settle(await claimOne(), { ...failed, anyTaken: true })).toBeNull();
    await age(72.1);
    expect(await queue.settle(await claimOne(), failed)).toBe('failing');
    expect(await store.find(id)).toMatchObject({
      offReason: 'failing',
      offAt: expect.any(Date) as Date,
    });
    expect(await queue.claim(10)).toEqual([]);
    const on = await store.replay(id, after, tester);
    expect(on).toMatchObject({ offAt: null, offReason: null, failures: 0, failingSince: null });
    expect(await claimOne()).toMatchObject({ id, after });
  });

  it('a replay amid a delivery waits for it, and is not undone by it', async () => {
    const { id, after } = await make();
    await change();
    await change();
    const claim = await claimOne();
    await store.replay(id, null, tester);
    expect(await queue.claim(10)).toEqual([]);
    const settled = { ...nothing, after: await newest(), pauseMs: 60_000, off: 'gone' as const };
    expect(await queue.settle(claim, settled)).toBeNull();
    expect(await claimOne()).toMatchObject({ after: null, failures: 0, generation: 1 });
    expect(after).not.toBeNull();
    expect(await audited()).toEqual([
      ['webhook.created', id],
      ['webhook.replayed', id],
    ]);
  });

  it('a new secret signs beside the former ones until their time is over', async () => {
    const { id } = await make();
    const ends = () => world.query(`SELECT secrets FROM webhooks`);
    expect(await store.addSecret(id, 's2', 3600, tester)).toBe(true);
    expect(await store.sealedSecrets(id)).toEqual(['s2', 's1']);
    // Later than decided before: the first one ends when it was to.
    const before = JSON.stringify(await ends());
    await store.addSecret(id, 's3', 7200, tester);
    expect(JSON.stringify(await ends())).toContain(
      /"ends":"[^"]+"/.exec(before.replaceAll('\\', ''))![0],
    );
    expect(await store.sealedSecrets(id)).toEqual(['s3', 's2', 's1']);
    await store.addSecret(id, 's4', 0, tester);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await store.sealedSecrets(id)).toEqual(['s4']);
    expect(await store.addSecret(randomUUID(), 's', 0, tester)).toBe(false);
    expect(await audited()).toHaveLength(4);
  });

  it('of rotations at once none is lost, and the five newest sign', async () => {
    const { id } = await make();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(names.map((name) => store.addSecret(id, name, 3600, tester)));
    const signing = await store.sealedSecrets(id);
    expect(signing).toHaveLength(5);
    const [row] = (await world.query('SELECT secrets FROM webhooks')) as {
      secrets: { ends?: string }[];
    }[];
    expect(row!.secrets.filter(({ ends }) => ends === undefined)).toHaveLength(1);
  });

  it('keeps the newest thousand attempts, paged from the newest', async () => {
    const { id } = await make();
    await change();
    const { after } = (await store.find(id))!;
    const attempts = Array.from({ length: 1010 }, (_, n) => attempt(n));
    await queue.settle(await claimOne(), { ...nothing, after, attempts });
    await queue.settle(await claimOne(), { ...nothing, after, attempts: [attempt(2000)] });
    const kept = await store.attempts(id, allAttempts);
    expect(kept).toHaveLength(1001);
    expect(kept.slice(0, 2).map(({ durationMs }) => durationMs)).toEqual([2000, 1009]);
    const page = await store.attempts(id, { after: kept[1]!.id, limit: 2 });
    expect(page).toEqual(kept.slice(2, 4));
    await store.remove(id, tester);
    expect(await world.query('SELECT 1 FROM webhook_attempts')).toEqual([]);
  });

  it('attempts of one moment are paged whole', async () => {
    const { id } = await make();
    for (let n = 0; n < 4; n += 1) await store.addAttempt(id, { ...attempt(n), at: new Date(0) });
    const paged: string[] = [];
    for (let after: string | undefined; paged.length < 4; after = paged.at(-1)) {
      paged.push((await store.attempts(id, { after, limit: 1 }))[0]!.id);
    }
    const all = await store.attempts(id, allAttempts);
    expect(paged).toEqual(all.map((one) => one.id));
  });

  it('who began with an empty log is claimed with the first event', async () => {
    await world.query('TRUNCATE user_events');
    const { after } = await make();
    expect(formatCursor(after!)).toBe(formatCursor(beginning));
    expect(await queue.claim(10)).toEqual([]);
    await change();
    expect(await claimOne()).toMatchObject({ after: beginning });
  });
}
