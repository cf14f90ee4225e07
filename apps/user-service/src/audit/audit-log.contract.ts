import { randomUUID } from 'node:crypto';
import { createSecret, hashOf } from '../access/api-key.js';
import { tester, type TestStores } from '../testing/test-app.js';
import type { KeyedUser } from '../users/user.js';

const all = { after: undefined, limit: 100, action: undefined, key: undefined };
const person = (name: string): KeyedUser => ({
  id: randomUUID(),
  fullName: 'N',
  email: `${name}@example.org`,
  emailKey: null,
  phone: '',
  contactAddress: '',
});

/** What every database writes of changes, and with them. */
export function auditLogContract(open: () => Promise<TestStores>): void {
  let world: TestStores;
  let stores: TestStores['stores'];
  beforeAll(async () => {
    world = await open();
    stores = world.stores;
  });
  beforeEach(() => world.reset());
  afterAll(() => world.close());

  const entries = async () => (await stores.audit.list(all)).reverse();
  const told = async () => (await entries()).map(({ action, subject }) => [action, subject]);

  it('has an entry of each change of a user, by its key and request', async () => {
    const { users, directory } = stores;
    const [ann, bob] = [person('ann'), person('bob')];
    await users.insertAll([ann, bob], tester);
    await directory.change(ann.email, { phone: '1' }, tester);
    await directory.change(ann.email, { email: 'a@example.org', emailKey: null }, tester);
    await directory.remove(bob.email, tester);
    const found = await entries();
    expect(found.slice(2).map(({ action, subject }) => [action, subject])).toEqual([
      ['user.updated', ann.id],
      ['user.updated', ann.id],
      ['user.deleted', bob.id],
    ]);
    // Both lines are one transaction.
    expect(new Set(found.slice(0, 2).map(({ subject }) => subject))).toEqual(
      new Set([ann.id, bob.id]),
    );
    for (const entry of found) expect(entry).toMatchObject({ ...tester, count: 1 });
    expect(JSON.stringify(await world.query('SELECT * FROM audit'))).not.toContain('@');
  });

  it('has none of what did not happen', async () => {
    const { users, directory, keys } = stores;
    const [ann, bob] = [person('ann'), person('bob')];
    await users.insert(ann);
    await users.insert(bob);
    await users.insertAll([{ ...person('x'), email: ann.email }], tester);
    await directory.change('nobody@example.org', { phone: '1' }, tester);
    await directory.change(ann.email, { email: bob.email, emailKey: null }, tester);
    await directory.change(ann.email, {}, tester);
    await directory.remove('nobody@example.org', tester);
    await keys.end(randomUUID(), tester);
    expect(await entries()).toEqual([]);
  });

  it('keeps the entry and the change together, or neither', async () => {
    const ann = person('ann');
    await stores.users.insert(ann);
    await world.query('ALTER TABLE audit RENAME TO gone');
    const changes = [
      () => stores.directory.change(ann.email, { phone: '1' }, tester),
      () => stores.directory.remove(ann.email, tester),
      () => stores.users.insertAll([person('bob')], tester),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow();
    await world.query('ALTER TABLE gone RENAME TO audit');
    expect(await world.query('SELECT email, phone FROM users')).toEqual([
      { email: ann.email, phone: '' },
    ]);
  });

  it('has entries of a key that is made, replaced and ended', async () => {
    const fresh = () => ({ id: randomUUID(), hash: hashOf(createSecret()), endsAt: null });
    const [first, second] = [fresh(), fresh()];
    await stores.keys.create({ ...first, name: 'n', scopes: ['read'] }, tester);
    await stores.keys.replace(first.id, second, 60, tester);
    for (const key of ['command', 'another']) {
      await stores.keys.end(second.id, { key, requestId: null });
    }
    const found = await entries();
    expect(await told()).toEqual(
      expect.arrayContaining([
        ['key.created', first.id],
        ['key.rotated', first.id],
        ['key.created', second.id],
        ['key.ended', second.id],
      ]),
    );
    expect(found).toHaveLength(4);
    expect(found.at(-1)).toMatchObject({ key: 'command', requestId: null });
  });

  it('is read from the newest on, by pages, by action and by key', async () => {
    const refusal = { action: 'refused.key', key: null, requestId: 'r', count: 1 } as const;
    const refusals = Array.from({ length: 5 }, (_, n) => ({ ...refusal, at: new Date(1_000 * n) }));
    await stores.audit.addRefusals(refusals);
    await stores.users.insertAll([person('ann')], tester);
    const first = await stores.audit.list({ ...all, limit: 2 });
    const second = await stores.audit.list({ ...all, limit: 9, after: first[1]!.id });
    expect(first[0]).toMatchObject({ action: 'user.imported' });
    const times = [...first.slice(1), ...second].map(({ at }) => at.getTime());
    expect(times).toEqual([4_000, 3_000, 2_000, 1_000, 0]);
    const refused = { ...all, action: 'refused.key' } as const;
    expect(await stores.audit.list(refused)).toHaveLength(5);
    expect(await stores.audit.list({ ...all, key: tester.key })).toEqual([first[0]]);
    expect(await stores.audit.list({ ...refused, key: tester.key })).toEqual([]);
  });

  it('is read whole by pages also where entries are of one moment', async () => {
    await stores.users.insertAll(['a', 'b', 'c', 'd'].map(person), tester);
    const found = await entries();
    const paged = [];
    for (let after: string | undefined; paged.length < 4; after = paged.at(-1)!.id) {
      paged.push(...(await stores.audit.list({ ...all, limit: 1, after })));
    }
    expect(paged.reverse()).toEqual(found);
  });

  it('loses what is older than it is to be kept, and nothing else', async () => {
    const refusal = { action: 'refused.key', key: null, requestId: 'r', count: 1 } as const;
    const at = new Date(Date.now() - 3 * 86_400_000);
    await stores.audit.addRefusals([
      { ...refusal, at },
      { ...refusal, at: new Date() },
    ]);
    expect(await stores.audit.prune(4)).toBe(0);
    expect(await stores.audit.prune(2)).toBe(1);
    expect(await entries()).toHaveLength(1);
  });
}
