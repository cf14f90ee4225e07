import { userNamed } from '../events/event-log.contract.js';
import { mailSteps, over } from '../testing/mail-steps.js';
import { tester, type TestStores } from '../testing/test-app.js';

/** What every database does with the mail of a user who moves to another e-mail. */
export function movedMailContract(open: () => Promise<TestStores>): void {
  let world: TestStores;
  let stores: TestStores['stores'];
  beforeAll(async () => {
    world = await open();
    ({ stores } = world);
  });
  beforeEach(() => world.reset());
  afterAll(() => world.close());

  const { claim, claimOne, later, ask, countOf } = mailSteps(() => world);
  const register = async (name: string) => {
    const user = userNamed(name);
    expect(await stores.users.insert({ ...user, language: 'de' })).toBe(true);
    return user;
  };

  const move = async (id: string, email: string) => {
    const [user] = (await world.query(`SELECT email FROM users WHERE id = '${id}'`)) as [
      { email: string },
    ];
    await stores.directory.change(user.email, { email, emailKey: null }, tester);
  };
  /** As by an identity provider. */
  const moveByScim = (id: string, email: string) =>
    stores.scim.edit(
      id,
      ({ profile }) => ({ kind: 'write', changes: { email, emailKey: null }, profile }),
      tester,
    );
  const dueAtOnce = () =>
    world.query(
      `UPDATE verification_mails SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL`,
    );

  it('changes of e-mail send no more than one mail a minute and five a day', async () => {
    const { id } = await register('ann');
    await stores.mailQueue.settle(await claimOne(), over);
    for (let mail = 2; mail <= 5; mail += 1) {
      await move(id, `b${mail}@example.org`);
      // What was not sent yet is replaced, and neither counted again nor put off.
      await move(id, `c${mail}@example.org`);
      const [row] = (await world.query(`SELECT asked,
        due_at > now() AND due_at <= now() + interval '1 minute' AS "isLater" FROM verification_mails`)) as object[];
      expect(await claim()).toEqual([]);
      expect(row).toEqual({ asked: mail, isLater: true });
      await later('1 minute');
      await dueAtOnce();
      const next = await claimOne();
      expect(next.email).toBe(`c${mail}@example.org`);
      await stores.mailQueue.settle(next, over);
    }
    await later('1 minute');
    await move(id, 'last@example.org');
    await later('1 hour');
    await ask('last@example.org');
    await dueAtOnce();
    expect(await claim()).toEqual([]);
    await world.query(`UPDATE verification_mails SET counted_since = now() - interval '1 day'`);
    await ask('last@example.org');
    expect(await claimOne()).toMatchObject({ email: 'last@example.org', language: 'fr' });
  });

  it('a change of e-mail on another day counts anew', async () => {
    const { id } = await register('ann');
    await stores.mailQueue.settle(await claimOne(), over);
    await later('1 day');
    await world.query(
      `UPDATE verification_mails SET asked = 5, counted_since = now() - interval '1 day'`,
    );
    await move(id, 'b@example.org');
    expect(await claimOne()).toMatchObject({ email: 'b@example.org' });
    expect(await world.query('SELECT asked FROM verification_mails')).toEqual([{ asked: 1 }]);
  });

  it('a mail that is under way when the e-mail changes counts, settles nothing, and proves nothing', async () => {
    const { id } = await register('ann');
    await later('1 hour');
    const first = await claimOne();
    await move(id, 'b@example.org');
    expect(await claim()).toEqual([]);
    await stores.mailQueue.settle(first, over);
    expect(await stores.verification.prove(first.hash)).toBe(false);
    expect(await world.query('SELECT asked FROM verification_mails')).toEqual([{ asked: 2 }]);
    await dueAtOnce();
    const next = await claimOne();
    expect(next.email).toBe('b@example.org');
    expect(next.id).not.toBe(first.id);
  });

  it('a minute passes after a mail that was sent long after it was asked for', async () => {
    const { id } = await register('ann');
    await later('1 hour');
    await stores.mailQueue.settle(await claimOne(), over);
    await ask(userNamed('ann').email);
    await move(id, 'b@example.org');
    expect(await claim()).toEqual([]);
  });

  it('a mail that nobody claimed is sent to the new e-mail alone, at its time', async () => {
    const { id } = await register('ann');
    await move(id, 'b@example.org');
    expect(await claimOne()).toMatchObject({ email: 'b@example.org', language: 'de' });
    expect(await world.query('SELECT asked FROM verification_mails')).toEqual([{ asked: 1 }]);
  });

  it('an identity provider that changes the e-mail sends none, and ends no limit', async () => {
    const { id } = await register('ann');
    await stores.mailQueue.settle(await claimOne(), over);
    await world.query('UPDATE verification_mails SET asked = 5');
    await moveByScim(id, 'b@example.org');
    await later('1 hour');
    await ask('b@example.org');
    expect(await claim()).toEqual([]);
    expect(await world.query('SELECT asked FROM verification_mails')).toEqual([{ asked: 5 }]);
  });

  it('an identity provider that changes the e-mail of who was sent none leaves the first mail to whoever asks', async () => {
    const eve = userNamed('eve');
    await stores.users.insertAll([eve], tester);
    await moveByScim(eve.id, 'b@example.org');
    expect(await countOf('verification_mails')).toBe(0);
  });
}
