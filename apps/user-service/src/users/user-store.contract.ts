import { randomUUID } from 'node:crypto';
import type { KeyedUser, User } from './user.js';
import type { UserStore } from './users.js';

const ann: User = {
  id: randomUUID(),
  fullName: 'Ann Lee',
  email: 'Ann@example.org',
  phone: '',
  contactAddress: '1 High St\nOld Town',
};
const keyed = (user: User): KeyedUser => ({ ...user, emailKey: null });
const other = (changes: Partial<User> = {}) => keyed({ ...ann, id: randomUUID(), ...changes });
const request = { key: 'k1', fingerprint: 'a'.repeat(64) };

/** What every user store must do. `open` returns an empty one. */
export function userStoreContract(open: () => Promise<UserStore>): void {
  let store: UserStore;
  beforeEach(async () => {
    store = await open();
  });

  it('returns what was inserted, and null for what was not', async () => {
    expect(await store.insert(keyed(ann))).toBe(true);
    expect(await store.findByEmail(ann.email)).toEqual(ann);
    expect(await store.findByEmail('nobody@example.org')).toBeNull();
  });

  it('refuses a second user with the same e-mail and keeps the first', async () => {
    await store.insert(keyed(ann));
    expect(await store.insert(other({ fullName: 'Eve' }))).toBe(false);
    expect(await store.findByEmail(ann.email)).toEqual(ann);
  });

  it('distinguishes e-mails byte by byte', async () => {
    await store.insert(keyed(ann));
    expect(await store.findByEmail('ann@example.org')).toBeNull();
    expect(await store.insert(other({ email: 'ann@example.org' }))).toBe(true);
    expect(await store.insert(other({ email: 'jo\u0308@example.org' }))).toBe(true);
    expect(await store.insert(other({ email: 'j\u00f6@example.org' }))).toBe(true);
  });

  it('repeats the first outcome of a repeated request', async () => {
    expect(await store.insertOnce(keyed(ann), request)).toEqual({ kind: 'registered', user: ann });
    expect(await store.insertOnce(other(), request)).toEqual({ kind: 'registered', user: ann });
  });

  it('repeats a refusal, too', async () => {
    await store.insert(keyed(ann));
    expect(await store.insertOnce(other(), request)).toEqual({ kind: 'email-taken' });
    expect(await store.insertOnce(other(), request)).toEqual({ kind: 'email-taken' });
  });

  it('refuses a key that was used for another registration, and stores nothing', async () => {
    await store.insertOnce(keyed(ann), request);
    const changed = other({ email: 'new@example.org' });
    const reused = { ...request, fingerprint: 'b'.repeat(64) };
    expect(await store.insertOnce(changed, reused)).toEqual({ kind: 'key-reused' });
    expect(await store.findByEmail('new@example.org')).toBeNull();
  });

  it('has the same outcome for racing twins of one request', async () => {
    const twins = Array.from({ length: 8 }, () => store.insertOnce(other(), request));
    const outcomes = await Promise.all(twins);
    const ids = outcomes.map((outcome) => outcome.kind === 'registered' && outcome.user.id);
    expect(new Set(ids)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
  });

  it('keeps calls at the same time apart', async () => {
    const people: User[] = Array.from({ length: 300 }, (_, n) => ({
      ...ann,
      id: randomUUID(),
      email: `${n}@example.org`,
    }));
    const twice = [...people, ...people].map(keyed);
    const inserted = await Promise.all(twice.map((user) => store.insert(user)));
    expect(inserted.filter(Boolean)).toHaveLength(people.length);
    const emails = [...people.map(({ email }) => email), 'nobody@example.org', people[7]!.email];
    const found = await Promise.all(emails.map((email) => store.findByEmail(email)));
    expect(found).toEqual([...people, null, people[7]]);
  });
}
