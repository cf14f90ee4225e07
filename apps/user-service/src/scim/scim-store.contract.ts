import { randomUUID } from 'node:crypto';
import type { Stores } from '../compose.js';
import { tester, type TestStores } from '../testing/test-app.js';
import type { KeyedUser } from '../users/user.js';
import { namesIn } from './scim-names.js';
import type { Edit, KeyedCondition } from './scim-users.js';
import type { ScimProfile, ScimUser } from './scim-user.js';

const person = (email: string): KeyedUser => ({
  ...{ id: randomUUID(), fullName: 'Ann Lee', email, emailKey: null },
  ...{ phone: '', contactAddress: '' },
});
const profile = (more: Partial<ScimProfile> = {}): ScimProfile => ({
  ...{ externalId: null, active: true, workEmail: null },
  ...namesIn('Ann Lee'),
  ...more,
});
const activation = (active: boolean) => (user: ScimUser) =>
  ({ kind: 'write', changes: {}, profile: { ...user.profile, active } }) as const;
const moved = (email: string) => (user: ScimUser) =>
  ({ kind: 'write', changes: { email, emailKey: null }, profile: user.profile }) as const;

/** What the statements of SCIM must do on every database. */
export function scimStoreContract(open: () => Promise<TestStores>): void {
  let test: TestStores;
  let store: Stores['scim'];
  beforeAll(async () => {
    test = await open();
    store = test.stores.scim;
  });
  beforeEach(async () => {
    await test.emptyUnder('exact');
    await test.query('TRUNCATE user_events, audit');
  });
  afterAll(() => test.close());

  const create = async (email: string, more: Partial<ScimProfile> = {}) =>
    (await store.create(person(email), profile(more), tester))!;
  const edit = (id: string, decide: (user: ScimUser) => Edit) => store.edit(id, decide, tester);
  const list = (conditions: readonly KeyedCondition[], offset = 0, limit = 10) =>
    store.list({ conditions, offset, limit });
  const log = async () =>
    (
      (await test.query('SELECT type FROM user_events ORDER BY epoch, xid, seq')) as {
        type: string;
      }[]
    ).map(({ type }) => type.replace('user.', ''));
  const audit = async () =>
    ((await test.query('SELECT action FROM audit ORDER BY at, id')) as { action: string }[]).map(
      ({ action }) => action.replace('user.', ''),
    );

  it('returns what was created, and nothing for a taken e-mail', async () => {
    const ann = await create('ann@b.co', { externalId: 'e', givenName: 'A', workEmail: 'w@b.co' });
    expect(ann).toMatchObject({ fullName: 'Ann Lee', email: 'ann@b.co' });
    expect(ann.profile).toEqual(profile({ externalId: 'e', givenName: 'A', workEmail: 'w@b.co' }));
    expect(await store.find(ann.id)).toEqual(ann);
    expect(await store.create(person('ann@b.co'), profile(), tester)).toBeNull();
    expect(await store.find(randomUUID())).toBeNull();
    expect([await log(), await audit()]).toEqual([['registered'], ['registered']]);
    expect(await test.query('SELECT * FROM scim_users')).toHaveLength(1);
  });

  it('finds by each condition, and by all together', async () => {
    const ann = await create('ann@b.co', { externalId: 'e', workEmail: 'w@b.co' });
    const bob = await create('bob@b.co', { externalId: 'e', active: false });
    const eve = person('eve@b.co');
    await test.stores.users.insert(eve);
    const found = async (...conditions: KeyedCondition[]) => {
      const { total, users } = await list(conditions);
      expect(users).toHaveLength(total);
      return users.map(({ email }) => email).sort();
    };
    const email = (value: string) => ({ kind: 'email', value }) as const;
    expect(await found()).toEqual(['ann@b.co', 'bob@b.co', 'eve@b.co']);
    expect(await found({ kind: 'userName', value: 'eve@b.co' })).toEqual(['eve@b.co']);
    expect(await found({ kind: 'externalId', value: 'e' })).toEqual(['ann@b.co', 'bob@b.co']);
    expect(await found({ kind: 'id', value: bob.id })).toEqual(['bob@b.co']);
    expect(await found(email('w@b.co'))).toEqual(['ann@b.co']);
    expect(await found(email('ann@b.co'))).toEqual([]);
    expect(await found(email('eve@b.co'))).toEqual(['eve@b.co']);
    expect(await found({ kind: 'active', value: true })).toEqual(['ann@b.co', 'eve@b.co']);
    expect(await found({ kind: 'active', value: false })).toEqual(['bob@b.co']);
    expect(await found({ kind: 'nobody' })).toEqual([]);
    expect(await found({ kind: 'externalId', value: 'e' }, email('w@b.co'))).toEqual(['ann@b.co']);
    expect(await list([], 1, 1)).toMatchObject({ total: 3, users: [expect.anything()] });
    expect(await list([], 3, 10)).toEqual({ total: 3, users: [] });
    expect(await list([], 2 ** 31 - 1, 10)).toEqual({ total: 3, users: [] });
    expect(ann.id).not.toBe(bob.id);
  });

  it('pages follow each other in the order of the ids', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create(`${name}@b.co`);
    const ids: string[] = [];
    for (const offset of [0, 2, 4]) {
      ids.push(...(await list([], offset, 2)).users.map(({ id }) => id));
    }
    expect(ids).toHaveLength(5);
    expect(ids).toEqual(ids.toSorted());
  });

  it('finds by the key of an e-mail where there is one', async () => {
    await test.emptyUnder('casefold');
    await store.create({ ...person('Ann@b.co'), emailKey: 'f:ann@b.co' }, profile(), tester);
    const key = 'f:ann@b.co';
    for (const kind of ['userName', 'email'] as const) {
      expect((await list([{ kind, value: 'ANN@b.co', key }])).total).toBe(1);
    }
  });

  it('writes an event where the user becomes active or not, and only there', async () => {
    const { id } = await create('ann@b.co');
    const off = await edit(id, activation(false));
    expect(off).toMatchObject({ kind: 'edited', user: { profile: { active: false } } });
    await edit(id, activation(false));
    await edit(id, activation(true));
    await edit(id, (user) => ({
      ...activation(true)(user),
      profile: profile({ externalId: 'x' }),
    }));
    expect(await log()).toEqual(['registered', 'updated', 'updated']);
    const bob = await create('bob@b.co', { active: false });
    await edit(bob.id, activation(true));
    const eve = person('eve@b.co');
    await test.stores.users.insert(eve);
    await edit(eve.id, activation(false));
    expect((await log()).slice(3)).toEqual(['registered', 'updated', 'registered', 'updated']);
    expect((await store.find(eve.id))!.profile.active).toBe(false);
  });

  it('writes one event where the user becomes active or not amid other changes', async () => {
    const { id } = await create('ann@b.co', { externalId: 'e' });
    const both = (changes: object, active: boolean) => (user: ScimUser) =>
      ({ kind: 'write', changes, profile: { ...user.profile, active } }) as const;
    await edit(id, both({ fullName: 'Eve Ray' }, false));
    expect(await log()).toEqual(['registered', 'updated']);
    const kept = { active: false, externalId: 'e' };
    expect(await store.find(id)).toMatchObject({ fullName: 'Eve Ray', profile: kept });
    await edit(id, both({ email: 'eve@b.co', emailKey: null }, true));
    expect((await store.find(id))!.profile.active).toBe(true);
    const bob = person('bob@b.co');
    await test.stores.users.insert(bob);
    await edit(bob.id, both({ phone: '1' }, false));
    expect(await store.find(bob.id)).toMatchObject({ phone: '1', profile: { active: false } });
    expect((await log()).slice(2)).toEqual(['updated', 'registered', 'updated']);
    // What is written though it is as before is no change of the user.
    await edit(bob.id, both({ phone: '1' }, true));
    expect((await log()).slice(5)).toEqual(['updated']);
  });

  it('keeps the row beside a user who moves to another e-mail, unless it is taken', async () => {
    const { id } = await create('ann@b.co', { externalId: 'e' });
    await create('bob@b.co');
    expect(await edit(id, moved('eve@b.co'))).toMatchObject({ kind: 'edited' });
    expect(await store.find(id)).toMatchObject({ email: 'eve@b.co', profile: { externalId: 'e' } });
    expect(await edit(id, moved('bob@b.co'))).toEqual({ kind: 'email-taken' });
    expect(await store.find(id)).toMatchObject({ email: 'eve@b.co', profile: { externalId: 'e' } });
    expect(await log()).toEqual(['registered', 'registered', 'updated']);
  });

  it('removes the row with its user, whoever removes it', async () => {
    const [ann, bob] = [await create('ann@b.co'), await create('bob@b.co')];
    expect(await edit(ann.id, () => ({ kind: 'remove' }))).toEqual({ kind: 'removed' });
    // As the release before does, which knows nothing of the table.
    expect(await test.stores.directory.remove('bob@b.co', tester)).toBe(true);
    expect(await test.query('SELECT * FROM scim_users')).toEqual([]);
    expect(await edit(bob.id, () => ({ kind: 'remove' }))).toEqual({ kind: 'not-found' });
    expect(await audit()).toEqual(['registered', 'registered', 'deleted', 'deleted']);
  });

  it('does nothing of what is decided against, or throws', async () => {
    const { id } = await create('ann@b.co');
    expect((await edit(id, () => ({ kind: 'leave' }))).kind).toBe('edited');
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(edit(id, refuse)).rejects.toThrow('refused');
    expect([await log(), await audit()]).toEqual([['registered'], ['registered']]);
  });

  it('decides each of many changes at once on what those before have left', async () => {
    const { id } = await create('ann@b.co', { externalId: '' });
    const append =
      (letter: string) =>
      (user: ScimUser): Edit => ({
        kind: 'write',
        changes: { phone: `${user.phone}${letter}` },
        profile: { ...user.profile, externalId: `${user.profile.externalId}${letter}` },
      });
    const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(letters.map((letter) => edit(id, append(letter))));
    const { phone, profile: kept } = (await store.find(id))!;
    expect([...phone].sort()).toEqual(letters);
    expect(kept.externalId).toBe(phone);
    expect(await log()).toEqual(['registered', ...letters.map(() => 'updated')]);
  });

  it('lets one of many users have an e-mail they race for', async () => {
    const racers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => create(`r${n}@b.co`, { externalId: String(n) })),
    );
    const outcomes = await Promise.all(racers.map(({ id }) => edit(id, moved('won@b.co'))));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
      'edited',
      ...Array.from({ length: 5 }, () => 'email-taken'),
    ]);
    expect(await test.query('SELECT * FROM scim_users')).toHaveLength(6);
  });
}
