import { randomUUID } from 'node:crypto';
import type { TestStores } from '../testing/test-app.js';
import { emailKeyOf, type EmailUniqueness } from './email-key.js';
import { changeUniqueness, type Collision, createUniquenessCheck } from './uniqueness.js';

/** How e-mails are kept unique on every database, by the store and the use cases together. */
export function uniquenessContract(open: () => Promise<TestStores>): void {
  let test: TestStores;
  beforeAll(async () => {
    test = await open();
  });
  beforeEach(async () => {
    await test.emptyUnder('exact');
    await test.query('TRUNCATE settings');
  });
  afterAll(() => test.close());

  const register = (email: string, uniqueness: EmailUniqueness) =>
    test.stores.users.insert({
      id: randomUUID(),
      fullName: 'N',
      email,
      emailKey: emailKeyOf(uniqueness)(email),
      phone: '',
      contactAddress: '',
    });
  const keys = async () =>
    (await test.query('SELECT email_key AS key FROM users ORDER BY email')).map(
      (row) => (row as { key: string | null }).key,
    );
  const change = async (wanted: EmailUniqueness) => {
    const reported: Collision[] = [];
    const found = await changeUniqueness(test.stores.uniqueness, wanted, (collision) =>
      reported.push(collision),
    );
    return { found, reported: reported.map((users) => users.map(({ email }) => email)) };
  };

  it('takes the mode of the first process that asks while there are no users, and keeps it', async () => {
    expect(await test.stores.uniqueness.settle('canonical')).toBe('canonical');
    expect(await test.stores.uniqueness.settle('exact')).toBe('canonical');
    expect(await register('Ann@example.org', 'canonical')).toBe(true);
    expect(await register('ann@example.org', 'canonical')).toBe(false);
  });

  it('lets one of many that ask at once decide', async () => {
    const wanted = ['exact', 'casefold', 'canonical', 'casefold', 'exact'] as const;
    const settled = await Promise.all(wanted.map((rule) => test.stores.uniqueness.settle(rule)));
    expect(new Set(settled).size).toBe(1);
  });

  it('is exact when there were users before anyone asked', async () => {
    await register('ann@example.org', 'exact');
    expect(await test.stores.uniqueness.settle('casefold')).toBe('exact');
  });

  it.each([
    ['exact', 'casefold'],
    ['casefold', 'exact'],
    ['canonical', 'casefold'],
  ] as const)('refuses, under %s, a key of %s', async (stored, other) => {
    await test.stores.uniqueness.settle(stored);
    await expect(register('ann@example.org', other)).rejects.toThrow(/another rule/);
    expect(await register('ann@example.org', stored)).toBe(true);
  });

  it('changes the mode there and back, and never an e-mail', async () => {
    await test.stores.uniqueness.settle('exact');
    const emails = ['Ann.Lee@gmail.com', 'JÖRG@münchen.de', 'bob@example.org'];
    for (const email of emails) await register(email, 'exact');
    expect((await change('casefold')).found).toBe(0);
    expect(await keys()).toEqual([
      'f:ann.lee@gmail.com',
      'f:jörg@xn--mnchen-3ya.de',
      'f:bob@example.org',
    ]);
    expect((await change('canonical')).found).toBe(0);
    expect(await keys()).toContain('c:annlee@gmail.com');
    expect((await change('exact')).found).toBe(0);
    expect(await keys()).toEqual([null, null, null]);
    expect(await test.stores.uniqueness.settle('casefold')).toBe('exact');
    for (const email of emails) expect(await test.stores.users.findByEmail(email)).not.toBeNull();
    expect(await register('BOB@example.org', 'exact')).toBe(true);
  });

  it('reports all collisions, and changes nothing while there is one', async () => {
    await test.stores.uniqueness.settle('exact');
    for (const email of ['a@b.co', 'A@b.co', 'a@B.co', 'x@b.co', 'ß@b.co', 'SS@b.co', 'y@b.co']) {
      await register(email, 'exact');
    }
    expect(await change('casefold')).toEqual({
      found: 2,
      reported: [
        ['A@b.co', 'a@B.co', 'a@b.co'],
        ['SS@b.co', 'ß@b.co'],
      ],
    });
    expect(new Set(await keys())).toEqual(new Set([null]));
    expect(await test.stores.uniqueness.settle('casefold')).toBe('exact');
    // What a registration between the search and the change would meet:
    expect(await test.stores.uniqueness.change('casefold', emailKeyOf('casefold'))).toBe(false);
    expect(new Set(await keys())).toEqual(new Set([null]));
    expect(await register('B@b.co', 'exact')).toBe(true);
  });

  it('finds collisions far apart, over many batches', async () => {
    await test.stores.uniqueness.settle('exact');
    await test.query(`INSERT INTO users (id, email, full_name)
      SELECT gen_random_uuid(), 'u' || n || '@example.org', 'N' FROM generate_series(1, 11000) AS n`);
    await register('U1@example.org', 'exact');
    expect((await change('casefold')).reported).toEqual([['U1@example.org', 'u1@example.org']]);
    expect(await test.stores.uniqueness.change('casefold', emailKeyOf('casefold'))).toBe(false);
    await test.query(`DELETE FROM users WHERE email = 'U1@example.org'`);
    expect(await change('casefold')).toEqual({ found: 0, reported: [] });
    expect(await register('U11000@example.org', 'casefold')).toBe(false);
  });

  it('keeps the key of the longest e-mail, though its letters unfold', async () => {
    await test.stores.uniqueness.settle('canonical');
    expect(await register(`${'\ufdfa'.repeat(82)}@b.co`, 'canonical')).toBe(true);
    expect(await register(`${'\ufdfa'.repeat(82)}@B.co`, 'canonical')).toBe(false);
  });

  it('fails the check of a process that follows another mode, says why, and recovers', async () => {
    const check = createUniquenessCheck(test.stores.uniqueness, 'casefold');
    await test.stores.uniqueness.settle('exact');
    await expect(check()).rejects.toThrow(/keeps e-mails unique by exact/);
    await expect(check()).rejects.toMatchObject({
      reason: 'mismatch',
      advice: expect.stringContaining('rekey'),
    });
    expect((await change('casefold')).found).toBe(0);
    await check();
  });
}
