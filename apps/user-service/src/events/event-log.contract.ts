import { randomUUID } from 'node:crypto';
import { tester, type TestStores } from '../testing/test-app.js';
import { type KeyedUser, type User, userToWire } from '../users/user.js';
import { parseCursor } from './event-cursor.js';
import type { UserEvent } from './user-event.js';

export const userNamed = (name: string): KeyedUser => ({
  id: randomUUID(),
  fullName: name,
  email: `${name}@example.org`,
  phone: '',
  contactAddress: '',
  emailKey: null,
});

/** The table as one who applies the events in their order has it. */
export function replay(events: readonly UserEvent[], table = new Map<string, object>()) {
  for (const { type, userId, data } of events) {
    if (type === 'user.deleted') table.delete(userId);
    else if (data !== null) table.set(userId, data);
  }
  return table;
}

/** What every log of changes must do. */
export function eventLogContract(open: () => Promise<TestStores>): void {
  let world: TestStores;
  let begun: string;
  beforeAll(async () => {
    world = await open();
  });
  beforeEach(async () => {
    await world.reset();
    begun = await world.stores.events.newest();
  });
  afterAll(() => world.close());

  const readAll = async (cursor = begun, limit = 1000) => {
    const events = await world.stores.events.read(parseCursor(cursor), limit);
    expect(events).not.toBeNull();
    return events!;
  };
  const tell = ({ type, userId, data }: UserEvent) => ({ type, userId, data });

  it('each change is an event with the user as documented, and nothing else is', async () => {
    const { users, idempotency, directory } = world.stores;
    const [ann, bob, eve] = [userNamed('ann'), userNamed('bob'), userNamed('eve')];
    await users.insert(ann);
    await users.insert({ ...userNamed('ann'), fullName: 'another' });
    await idempotency.insertOnce(bob, { key: 'k', fingerprint: 'f'.repeat(64) });
    await idempotency.insertOnce(userNamed('bob'), { key: 'k', fingerprint: 'f'.repeat(64) });
    await users.insertAll([eve, userNamed('bob')], tester);
    await directory.change(ann.email, { phone: '1' }, tester);
    await directory.change(ann.email, { phone: '1' }, tester);
    await directory.change(ann.email, {}, tester);
    await directory.change(ann.email, { email: 'a@example.org', emailKey: null }, tester);
    await directory.change('a@example.org', { email: bob.email, emailKey: null }, tester);
    await directory.remove('nobody@example.org', tester);
    const changed: User = { ...ann, phone: '1' };
    expect((await readAll()).map(tell)).toEqual([
      { type: 'user.registered', userId: ann.id, data: userToWire(ann) },
      { type: 'user.registered', userId: bob.id, data: userToWire(bob) },
      { type: 'user.registered', userId: eve.id, data: userToWire(eve) },
      { type: 'user.updated', userId: ann.id, data: userToWire(changed) },
      {
        type: 'user.updated',
        userId: ann.id,
        data: userToWire({ ...changed, email: 'a@example.org' }),
      },
    ]);
  });

  it('with a user who is removed the person goes from all events, which stay', async () => {
    const { users, directory } = world.stores;
    const ann = userNamed('ann');
    await users.insert(ann);
    await directory.change(ann.email, { fullName: 'Ann Lee' }, tester);
    const before = await readAll();
    await directory.remove(ann.email, tester);
    const events = await readAll();
    expect(events.map(({ type }) => type)).toEqual([
      'user.registered',
      'user.updated',
      'user.deleted',
    ]);
    expect(events.map(({ data }) => data)).toEqual([null, null, null]);
    expect(events.slice(0, 2).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const kept = JSON.stringify(
      await world.query(`SELECT * FROM user_events WHERE user_id = '${ann.id}'`),
    );
    expect(kept).not.toMatch(/Ann Lee|ann@example\.org/);
  });

  it('pages of one event each hold all of them once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => world.stores.users.insert(userNamed(`u${n}`))),
    );
    const seen: UserEvent[] = [];
    for (let page = await readAll(begun, 1); page.length > 0;) {
      seen.push(...page);
      page = await readAll(seen.at(-1)!.cursor, 1);
    }
    expect(seen).toEqual(await readAll());
    expect(seen).toHaveLength(40);
    expect(await world.stores.events.newest()).toBe(seen.at(-1)!.cursor);
  });

  it('another event at the place of a cursor is not taken for the one that was read', async () => {
    await world.stores.users.insert(userNamed('ann'));
    const [event] = await readAll();
    await world.query(`UPDATE user_events SET id = gen_random_uuid() WHERE id = '${event!.id}'`);
    expect(await world.stores.events.read(parseCursor(event!.cursor), 10)).toBeNull();
  });

  it('what is too old or too much goes, and the newest stays', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await world.stores.users.insert(userNamed(name));
    const events = await readAll();
    await world.stores.events.prune({ days: 30, count: 2 });
    expect(await world.stores.events.read(parseCursor(events[0]!.cursor), 10)).toBeNull();
    expect(await readAll(events[2]!.cursor)).toEqual(events.slice(3));
    await world.query(`UPDATE user_events SET at = now() - interval '31 days'`);
    await world.stores.events.prune({ days: 30, count: 1000 });
    expect(await world.stores.events.read(parseCursor(events[2]!.cursor), 10)).toBeNull();
    expect(await readAll(events[3]!.cursor)).toEqual([]);
  });

  it('who began with an empty log has read nothing yet, until something is removed from it', async () => {
    await world.query('TRUNCATE user_events');
    await world.query(`DELETE FROM settings WHERE name = 'events_removed'`);
    const empty = await world.stores.events.newest();
    for (const name of ['a', 'b']) await world.stores.users.insert(userNamed(name));
    expect(await readAll(empty)).toHaveLength(2);
    await world.stores.events.prune({ days: 30, count: 1 });
    expect(await world.stores.events.read(parseCursor(empty), 10)).toBeNull();
    expect(await world.stores.events.read(null, 10)).toHaveLength(1);
  });

  it('a dump that is restored into a younger cluster goes on in order', async () => {
    const { users, directory, events } = world.stores;
    await users.insert(userNamed('ann'));
    // Dumped by a cluster that had counted further, and dumped and restored once more.
    for (const phone of ['2', '3']) {
      await users.insert(userNamed(`ann${phone}`));
      await world.query(`UPDATE user_events SET xid = xid + 1000000000
        WHERE (epoch, xid) = (SELECT epoch, xid FROM user_events ORDER BY epoch DESC, xid DESC LIMIT 1)`);
      await events.settle();
      const epoch = await epochOf();
      await directory.change('ann@example.org', { phone }, tester);
      await events.settle();
      expect(await epochOf()).toBe(epoch);
      const all = (await events.read(null, 1000))!;
      expect(await world.query('SELECT 1 FROM user_events')).toHaveLength(all.length);
      expect(all.at(-1)).toMatchObject({ type: 'user.updated', data: { Phone: phone } });
      expect(all.at(-1)!.cursor.startsWith(`${epoch}-`)).toBe(true);
      expect(await events.newest()).toBe(all.at(-1)!.cursor);
    }
  });

  it('what is to be kept of a former cluster stays when older events go', async () => {
    const { users, events } = world.stores;
    for (const name of ['ann', 'bob']) await users.insert(userNamed(name));
    await world.query('UPDATE user_events SET xid = xid + 1000000000');
    await events.settle();
    await users.insert(userNamed('eve'));
    const [first, ...kept] = (await events.read(null, 10))!.slice(-3);
    await world.query(
      `UPDATE user_events SET at = now() - interval '31 days' WHERE id <> ALL ('{${kept.map(({ id }) => id).join()}}')`,
    );
    await events.prune({ days: 30, count: 1000 });
    expect(first).toBeDefined();
    expect(await events.read(null, 10)).toEqual(kept);
  });

  async function epochOf(): Promise<string> {
    const rows = await world.query(`SELECT value FROM settings WHERE name = 'events_epoch'`);
    return (rows as { value: string }[])[0]!.value;
  }

  it('who is removed after another was moved has an event of it', async () => {
    const { users, directory } = world.stores;
    const [ann, bob] = [userNamed('ann'), userNamed('bob')];
    for (const user of [ann, bob]) await users.insert(user);
    await directory.change(ann.email, { email: 'a@example.org', emailKey: null }, tester);
    await directory.remove(bob.email, tester);
    expect((await readAll()).slice(2).map(({ type }) => type)).toEqual([
      'user.updated',
      'user.deleted',
    ]);
  });
}
