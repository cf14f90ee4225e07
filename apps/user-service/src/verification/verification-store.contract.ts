import { randomUUID } from 'node:crypto';
import { userNamed } from '../events/event-log.contract.js';
import { mailSteps, over } from '../testing/mail-steps.js';
import { tester, type TestStores } from '../testing/test-app.js';
import { createLink } from './verification-link.js';

/** What every database does with mails that prove an e-mail. */
export function verificationStoreContract(open: () => Promise<TestStores>): void {
  let world: TestStores;
  let stores: TestStores['stores'];
  beforeAll(async () => {
    world = await open();
    ({ stores } = world);
  });
  beforeEach(() => world.reset());
  afterAll(() => world.close());

  const emailOf = (name: string) => userNamed(name).email;
  const { claim, claimOne, later, countOf, ...steps } = mailSteps(() => world);
  const register = async (name: string) => {
    const user = userNamed(name);
    expect(await stores.users.insert({ ...user, language: 'de' })).toBe(true);
    return user;
  };
  const ask = (name: string) => steps.ask(emailOf(name));
  const verified = async (name: string) => {
    const user = (await stores.users.findByEmail(emailOf(name)))!;
    return (await stores.verification.verifiedAt([user])).has(user.id);
  };

  it('a registration stores that its mail is due, with or without an Idempotency-Key, and an import does not', async () => {
    const ann = await register('ann');
    const bob = { ...userNamed('bob'), language: 'ja' as const };
    await stores.idempotency.insertOnce(bob, { key: 'k', fingerprint: 'f'.repeat(64) });
    await stores.idempotency.insertOnce(
      { ...bob, id: randomUUID() },
      { key: 'k', fingerprint: 'f'.repeat(64) },
    );
    await stores.users.insertAll([userNamed('eve')], tester);
    const claims = await claim();
    expect(claims.map(({ userId, email, language }) => [userId, email, language]).sort()).toEqual(
      [
        [ann.id, ann.email, 'de'],
        [bob.id, bob.email, 'ja'],
      ].sort(),
    );
  });

  it('a registration that fails stores no mail', async () => {
    await register('ann');
    await stores.users.insert({ ...userNamed('ann'), id: randomUUID() });
    expect(await countOf('verification_mails')).toBe(1);
  });

  it('a mail is claimed by one, and again once the lease is over, with another link', async () => {
    await register('ann');
    const first = await claimOne();
    expect(await claim()).toEqual([]);
    await world.query(`UPDATE verification_mails SET claimed_until = now() - interval '1 second'`);
    const second = await claimOne();
    expect(second.id).toBe(first.id);
    expect(second.token).not.toBe(first.token);
    // Who has lost the claim ends nothing.
    await stores.mailQueue.settle(first, over);
    await world.query(`UPDATE verification_mails SET claimed_until = now() - interval '1 second'`);
    expect(await claim()).toHaveLength(1);
    // Both mails may have arrived.
    expect(await stores.verification.prove(first.hash)).toBe(true);
  });

  it('takes no more than there are links for', async () => {
    for (const name of ['ann', 'bob', 'eve']) await register(name);
    expect(await claim(2)).toHaveLength(2);
    expect(await claim(2)).toHaveLength(1);
    expect(await claim(0)).toEqual([]);
  });

  it('those that have waited longest come first', async () => {
    for (const name of ['ann', 'bob', 'eve']) await register(name);
    await world.query(`UPDATE verification_mails SET due_at = due_at - interval '1 hour'
      FROM users WHERE users.id = user_id AND email = '${emailOf('bob')}'`);
    expect(await claim(1)).toMatchObject([{ email: emailOf('bob') }]);
    const requests = () => world.query('SELECT email FROM verification_requests');
    for (const name of ['x', 'y']) {
      await stores.verification.request(emailOf(name), 'en');
      await world.query(`UPDATE verification_requests SET at = at - interval '1 second'`);
    }
    expect(await stores.mailQueue.admit(1)).toBe(1);
    expect(await requests()).toEqual([{ email: emailOf('y') }]);
  });

  it('what was settled is over, or due after its pause, and is given up after three days', async () => {
    await register('ann');
    const first = await claimOne();
    expect(await stores.mailQueue.settle(first, { pauseMs: 60_000, failures: 3 })).toBe(false);
    expect(await claim()).toEqual([]);
    await world.query(`UPDATE verification_mails SET due_at = now() - interval '1 second'`);
    const second = await claimOne();
    expect(second.failures).toBe(3);
    await later('3 days');
    expect(await stores.mailQueue.settle(second, { pauseMs: 0, failures: 4 })).toBe(true);
    expect(await claim()).toEqual([]);
  });

  it('one press proves, once, and ends all other links of the user and no others', async () => {
    await register('ann');
    const first = await claimOne();
    await world.query(`UPDATE verification_mails SET claimed_until = now() - interval '1 second'`);
    const second = await claimOne();
    await register('bob');
    const other = await claimOne();
    expect(await verified('ann')).toBe(false);
    expect(await stores.verification.prove(first.hash)).toBe(true);
    expect(await verified('ann')).toBe(true);
    expect(await stores.verification.prove(first.hash)).toBe(false);
    expect(await stores.verification.prove(second.hash)).toBe(false);
    expect(await verified('bob')).toBe(false);
    expect(await stores.verification.prove(other.hash)).toBe(true);
  });

  it('of many presses at once one proves', async () => {
    await register('ann');
    const { hash } = await claimOne();
    const presses = Array.from({ length: 8 }, () => stores.verification.prove(hash));
    expect((await Promise.all(presses)).filter(Boolean)).toHaveLength(1);
  });

  it('a proof is an event of its own, and changes no other', async () => {
    await register('ann');
    const { hash, userId } = await claimOne();
    await stores.verification.prove(hash);
    const events = (await world.query(
      `SELECT type, data->>'Email' AS email FROM user_events WHERE user_id = '${userId}' ORDER BY seq`,
    )) as object[];
    expect(events).toEqual([
      { type: 'user.registered', email: emailOf('ann') },
      { type: 'user.verified', email: emailOf('ann') },
    ]);
  });

  it('a link whose time is over proves nothing, and is removed', async () => {
    await register('ann');
    const { hash } = await claimOne();
    await stores.verification.prune();
    expect(await countOf('verification_links')).toBe(1);
    await world.query(`UPDATE verification_links SET ends_at = now() - interval '1 second'`);
    expect(await stores.verification.prove(hash)).toBe(false);
    await stores.verification.prune();
    expect(await countOf('verification_links')).toBe(0);
  });

  it('a change of e-mail takes the proof and the links away, and stores a mail in the same language', async () => {
    const ann = await register('ann');
    const { hash } = await claimOne();
    await stores.verification.prove(hash);
    const email = 'ann.lee@example.org';
    await later('1 minute');
    await stores.directory.change(ann.email, { email, emailKey: null }, tester);
    expect((await stores.verification.verifiedAt([{ id: ann.id, email }])).size).toBe(0);
    const next = await claimOne();
    expect(next).toMatchObject({ userId: ann.id, email, language: 'de' });
    await stores.directory.change(email, { email: ann.email, emailKey: null }, tester);
    expect(await stores.verification.prove(next.hash)).toBe(false);
  });

  it('a change of anything else, or to the same e-mail, leaves the proof and sends nothing', async () => {
    const ann = await register('ann');
    const { hash } = await claimOne();
    await stores.verification.prove(hash);
    await stores.directory.change(ann.email, { phone: '1' }, tester);
    await stores.directory.change(ann.email, { email: ann.email, emailKey: null }, tester);
    expect(await verified('ann')).toBe(true);
    expect(await claim()).toEqual([]);
  });

  it('an e-mail that an operator changes by SQL is not proven, and links to the former prove nothing', async () => {
    const ann = await register('ann');
    const { hash } = await claimOne();
    await world.query(`UPDATE users SET email = 'other@example.org'`);
    expect(await stores.verification.prove(hash)).toBe(false);
    await world.query(`UPDATE users SET email = '${ann.email}'`);
    expect(await stores.verification.prove(hash)).toBe(true);
    await world.query(`UPDATE users SET email = 'other@example.org'`);
    const other = { id: ann.id, email: 'other@example.org' };
    expect((await stores.verification.verifiedAt([other])).size).toBe(0);
  });

  it('with a user all of it goes', async () => {
    const ann = await register('ann');
    const { hash } = await claimOne();
    await stores.directory.remove(ann.email, tester);
    expect(await stores.verification.prove(hash)).toBe(false);
    expect(await countOf('verification_mails')).toBe(0);
    expect(await countOf('verification_links')).toBe(0);
  });

  it('who asks again is sent another mail, at most one a minute and five a day', async () => {
    await register('ann');
    const first = await claimOne();
    await stores.mailQueue.settle(first, over);
    await ask('ann');
    expect(await claim()).toEqual([]);
    for (let mail = 2; mail <= 5; mail += 1) {
      await later('1 minute');
      await ask('ann');
      const next = await claimOne();
      expect(next.id).not.toBe(first.id);
      expect(next.language).toBe('fr');
      await stores.mailQueue.settle(next, over);
    }
    await later('1 minute');
    await ask('ann');
    expect(await claim()).toEqual([]);
    await world.query(`UPDATE verification_mails SET counted_since = now() - interval '1 day'`);
    await ask('ann');
    expect(await claim()).toHaveLength(1);
  });

  it('a mail that is due or under way is not asked for again', async () => {
    await register('ann');
    await later('1 hour');
    await ask('ann');
    const { id } = await claimOne();
    await ask('ann');
    expect(await world.query('SELECT id::text, asked FROM verification_mails')).toEqual([
      { id, asked: 1 },
    ]);
  });

  it('an imported user is sent the first mail on asking', async () => {
    await stores.users.insertAll([userNamed('eve')], tester);
    await ask('eve');
    expect(await claimOne()).toMatchObject({ email: emailOf('eve'), language: 'fr' });
  });

  it('nobody who is unknown, or proven, is sent anything, and no request stays', async () => {
    await register('ann');
    await stores.verification.prove((await claimOne()).hash);
    await later('1 hour');
    expect(await ask('ann')).toBe(1);
    expect(await ask('nobody')).toBe(1);
    await stores.verification.request(emailOf('ann').toUpperCase(), 'en');
    expect(await stores.mailQueue.admit(10)).toBe(1);
    expect(await claim()).toEqual([]);
    expect(await countOf('verification_requests')).toBe(0);
  });

  it('several requests for one user make one mail', async () => {
    await stores.users.insertAll([userNamed('eve')], tester);
    for (let n = 0; n < 3; n += 1) await stores.verification.request(emailOf('eve'), 'en');
    expect(await stores.mailQueue.admit(2)).toBe(2);
    expect(await stores.mailQueue.admit(2)).toBe(1);
    expect(await claim()).toHaveLength(1);
  });

  it('nothing that waits in the database is a link', async () => {
    await register('ann');
    const { secret, hash } = createLink();
    await stores.mailQueue.claim([hash]);
    const tables = ['users', 'verification_mails', 'verification_links', 'user_events'];
    for (const table of tables) {
      expect(JSON.stringify(await world.query(`SELECT * FROM ${table}`))).not.toContain(secret);
    }
  });
}
