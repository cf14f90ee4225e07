import { randomUUID } from 'node:crypto';
import type { KeyedUser, User } from '../users/user.js';
import type { Stores } from '../compose.js';
import { tester, type TestStores } from '../testing/test-app.js';
import type { ChangeOutcome, UserChanges } from './management.js';

const person = (email: string, more: Partial<KeyedUser> = {}): KeyedUser => ({
  id: randomUUID(),
  fullName: 'N',
  email,
  emailKey: null,
  phone: '',
  contactAddress: '',
  ...more,
});
const user = ({ emailKey: _key, ...rest }: KeyedUser): User => rest;
const all = { after: '', prefix: '', limit: 100 };

/** What the directory must do on every database, beside the statement that an import fills it with. */
export function userDirectoryContract(openStores: () => Promise<TestStores>): void {
  let test: TestStores;
  beforeAll(async () => {
    test = await openStores();
  });
  afterAll(() => test.close());

  type Directory = Pick<Stores['directory'], 'list'> & {
    change(email: string, changes: UserChanges): Promise<ChangeOutcome>;
    remove(email: string): Promise<boolean>;
    insertAll(users: readonly KeyedUser[]): Promise<ReadonlySet<string>>;
  };
  let directory: Directory;
  const open = async (keyed: boolean): Promise<Directory> => {
    await test.emptyUnder(keyed ? 'casefold' : 'exact');
    const { directory, users } = test.stores;
    return {
      list: (page) => directory.list(page),
      change: (email, changes) => directory.change(email, changes, tester),
      remove: (email) => directory.remove(email, tester),
      insertAll: async (each) => {
        const { stored, leftOut } = await users.insertAll(each, tester);
        expect(leftOut).toEqual(new Set());
        return stored;
      },
    };
  };
  const emails = async (page: Partial<typeof all> = {}) =>
    (await directory.list({ ...all, ...page })).map(({ email }) => email);

  describe('exact', () => {
    beforeEach(async () => {
      directory = await open(false);
    });

    it('stores all that are free, returns which, and lists them', async () => {
      const [ann, bob, eve] = [
        person('ann@b.co', { phone: '1' }),
        person('bob@b.co'),
        person('eve@b.co'),
      ];
      expect(await directory.insertAll([ann, bob])).toEqual(new Set([ann.id, bob.id]));
      const again = person('bob@b.co', { fullName: 'Other' });
      expect(await directory.insertAll([again, eve])).toEqual(new Set([eve.id]));
      expect(await directory.list(all)).toEqual([ann, bob, eve].map(user));
      expect(await directory.insertAll([])).toEqual(new Set());
    });

    it('keeps the first of those that share an e-mail', async () => {
      const twins = ['1', '2', '3'].map((phone) => person('ann@b.co', { phone }));
      expect(await directory.insertAll(twins)).toEqual(new Set([twins[0]!.id]));
    });

    it('keeps quotes, commas, braces, line breaks and letters of every script in a batch', async () => {
      const odd = person("o'neil{}@b.co", {
        fullName: '{"a",\\b} NULL 中村 👩‍🚀',
        contactAddress: 'NULL\n"x", \\y',
      });
      await directory.insertAll([odd, person('b@b.co')]);
      expect((await directory.list({ ...all, prefix: 'o' }))[0]).toEqual(user(odd));
    });

    it('lists pages in the byte order of the e-mails', async () => {
      const sent = ['b@b.co', 'B@b.co', 'ä@b.co', 'a@b.co', '中@b.co', 'a-b@b.co', 'a.b@b.co'];
      await directory.insertAll(sent.map((email) => person(email)));
      const sorted = ['B@b.co', 'a-b@b.co', 'a.b@b.co', 'a@b.co', 'b@b.co', 'ä@b.co', '中@b.co'];
      expect(await emails()).toEqual(sorted);
      expect(await emails({ limit: 3 })).toEqual(sorted.slice(0, 3));
      expect(await emails({ limit: 3, after: 'a.b@b.co' })).toEqual(sorted.slice(3, 6));
      expect(await emails({ after: 'a.z' })).toEqual(sorted.slice(3));
      expect(await emails({ after: '中@b.co' })).toEqual([]);
    });

    it('takes a prefix as it is written', async () => {
      const sent = ['a_b@b.co', 'axb@b.co', 'a%b@b.co', 'A_b@b.co', "a'b@b.co"];
      await directory.insertAll(sent.map((email) => person(email)));
      expect(await emails({ prefix: 'a_' })).toEqual(['a_b@b.co']);
      expect(await emails({ prefix: 'a%' })).toEqual(['a%b@b.co']);
      expect(await emails({ prefix: "a'" })).toEqual(["a'b@b.co"]);
      expect(await emails({ prefix: 'a\\' })).toEqual([]);
      expect(await emails({ prefix: 'a', after: 'a_' })).toEqual(['a_b@b.co', 'axb@b.co']);
    });

    it('changes the members it gets and nothing else', async () => {
      const ann = person('ann@b.co', { phone: '1', contactAddress: 'x' });
      await directory.insertAll([ann, person('bob@b.co')]);
      const changed = { ...user(ann), phone: '', fullName: 'Ann' };
      expect(await directory.change('ann@b.co', { phone: '', fullName: 'Ann' })).toEqual({
        kind: 'changed',
        user: changed,
      });
      expect(await directory.change('ann@b.co', {})).toEqual({ kind: 'changed', user: changed });
      const moved = { ...changed, email: 'anne@b.co' };
      expect(await directory.change('ann@b.co', { email: 'anne@b.co', emailKey: null })).toEqual({
        kind: 'changed',
        user: moved,
      });
      expect(await directory.list({ ...all, limit: 1 })).toEqual([moved]);
      expect(await directory.change('ann@b.co', {})).toEqual({ kind: 'not-found' });
    });

    it('refuses an e-mail that another user has', async () => {
      await directory.insertAll([person('ann@b.co'), person('bob@b.co')]);
      const taken = { email: 'bob@b.co', emailKey: null };
      expect(await directory.change('ann@b.co', taken)).toEqual({ kind: 'email-taken' });
      expect(await directory.change('eve@b.co', taken)).toEqual({ kind: 'not-found' });
      expect((await directory.change('bob@b.co', taken)).kind).toBe('changed');
      expect(await emails()).toEqual(['ann@b.co', 'bob@b.co']);
    });

    it('lets one of many users have an e-mail they race for', async () => {
      const racers = Array.from({ length: 8 }, (_, n) => `r${n}@b.co`);
      await directory.insertAll(racers.map((email) => person(email)));
      const outcomes = await Promise.all(
        racers.map((email) => directory.change(email, { email: 'won@b.co', emailKey: null })),
      );
      expect(outcomes.filter(({ kind }) => kind === 'changed')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'email-taken')).toHaveLength(7);
    });

    it('removes a user once', async () => {
      await directory.insertAll([person('ann@b.co'), person('bob@b.co')]);
      expect(await directory.remove('ann@b.co')).toBe(true);
      expect(await directory.remove('ann@b.co')).toBe(false);
      expect(await emails()).toEqual(['bob@b.co']);
    });
  });

  describe('by keys', () => {
    const keyed = (email: string) => person(email, { emailKey: `f:${email.toLowerCase()}` });
    beforeEach(async () => {
      directory = await open(true);
      await directory.insertAll([keyed('Ann@b.co'), keyed('bob@b.co')]);
    });

    it('refuses a second user with the same key', async () => {
      expect(
        await directory.insertAll([keyed('ANN@b.co'), keyed('Eve@b.co'), keyed('eve@b.co')]),
      ).toEqual(new Set([expect.any(String)]));
      expect(await emails()).toEqual(['Ann@b.co', 'Eve@b.co', 'bob@b.co']);
      const taken = { email: 'BOB@b.co', emailKey: 'f:bob@b.co' };
      expect(await directory.change('Ann@b.co', taken)).toEqual({ kind: 'email-taken' });
    });

    it('lets a user write the own e-mail in another way, and frees the key of an old one', async () => {
      const own = { email: 'ANN@b.co', emailKey: 'f:ann@b.co' };
      expect((await directory.change('Ann@b.co', own)).kind).toBe('changed');
      expect((await directory.change('ANN@b.co', { phone: '1' })).kind).toBe('changed');
      const other = { email: 'eve@b.co', emailKey: 'f:eve@b.co' };
      expect((await directory.change('ANN@b.co', other)).kind).toBe('changed');
      expect((await directory.insertAll([keyed('ann@b.co')])).size).toBe(1);
    });
  });
}
