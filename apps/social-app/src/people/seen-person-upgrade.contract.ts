import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '@triptych/postgres';
import { pictureAddress } from './picture-address.js';
import { createSqlEventLog } from '../streams/event-log.sql.js';
import type { EventLog } from '../streams/event-log.port.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';

const id = (nr: number) => `00000000-0000-7000-8000-00000000000${nr}`;
const [ann, ben, cem, dora, eve] = [id(1), id(2), id(3), id(4), id(5)] as const;
const chat = (lo: string, hi: string) => `${lo}--${hi}`;

/** As a release without the projection left, and goes on leaving, its rows. */
const before = [
  `INSERT INTO users (id, name, email, email_key, image, updated_at) VALUES
    ('${ann}', 'Ann', 'Ann@example.test', 'ann@example.test', null, now() - interval '3 days'),
    ('${ben}', 'Ben', 'ben@claimed.test', null, 'https://pictures.test/ben.png', now()),
    ('${cem}', 'ann@example.test', 'cem@example.test', 'cem@example.test', null, now()),
    ('${dora}', 'Dora', 'dora@example.test', 'dora@example.test', null, now() - interval '3 days'),
    ('${eve}', 'Eve', 'eve@new.test', 'eve@new.test', null, now())`,
  // Former friends with a chat; a blocked pair with one; friends with one; two requests that wait.
  `INSERT INTO relations (lo_id, hi_id, state, requester_id, lo_blocks, changed_at) VALUES
    ('${ann}', '${cem}', 'blocked', null, true, now()),
    ('${ben}', '${cem}', 'friends', '${ben}', false, now()),
    ('${ann}', '${dora}', 'pending', '${ann}', false, now() - interval '2 days'),
    ('${ann}', '${eve}', 'pending', '${ann}', false, now() - interval '2 days')`,
  `INSERT INTO chats (id, lo_id, hi_id, last_seq) VALUES
    ('${chat(ann, ben)}', '${ann}', '${ben}', 1), ('${chat(ann, cem)}', '${ann}', '${cem}', 1),
    ('${chat(ben, cem)}', '${ben}', '${cem}', 1)`,
  `INSERT INTO messages (chat_id, seq, id, sender_id, text)
    SELECT id, 1, gen_random_uuid(), lo_id, 'hello' FROM chats`,
  `INSERT INTO event_heads (user_id, seq) VALUES ('${ann}', 1)`,
  `INSERT INTO events (user_id, seq, type, person_id) VALUES ('${ann}', 1, 'new_friend', '${ben}')`,
];

/** Of the folder, what a release had without the projection; and one that was on main before older ones were. */
const isFormer = (name: string) => name < '20261122100000' || name.startsWith('20261122133000');

/** @param open the same database each time, not yet migrated to what the folder holds */
export function seenPersonUpgradeContract(open: (migrations: string | URL) => Promise<Database>) {
  let world: TestApp;
  let events: EventLog;
  let former: string;
  beforeAll(async () => {
    former = await mkdtemp(join(tmpdir(), 'migrations-'));
    const names = (await readdir(migrationsDir)).sort();
    for (const name of names.filter(isFormer)) {
      await cp(join(fileURLToPath(migrationsDir), name), join(former, name), { recursive: true });
    }
    const old = await open(former);
    await old.migrate();
    for (const statement of before) await old.query(statement);
    await old.close();
    const database = await open(migrationsDir);
    await database.migrate();
    expect(await database.pendingMigrations()).toEqual([]);
    events = createSqlEventLog(database);
    world = await createTestApp({ database });
    // Two starts of a database, and every migration there is.
  });
  afterAll(() => world.close().then(() => rm(former, { recursive: true })));

  const signedIn = async (userId: string): Promise<SignedInUser> => {
    const { sessionId, token } = await world.parts.sessions.open(userId, {});
    return { id: userId, email: '', sessionId, token, cookie: `authjs.session-token=${token}` };
  };
  const peopleInChats = async (userId: string) => {
    const { body } = await world.get(await signedIn(userId), '/api/chats');
    const { chats } = body as { chats: { person: { id: string } }[] };
    return chats.map(({ person }) => person).sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  const [benAsSeen, annAsSeen] = [
    {
      id: ben,
      name: 'Ben',
      email: null,
      image: pictureAddress(ben, 'https://pictures.test/ben.png'),
      handle: null,
    },
    { id: ann, name: 'Ann', email: 'Ann@example.test', image: null, handle: null },
  ];

  it('former friends and the blocked go on seeing what they saw, and no later change', async () => {
    await world.query(`UPDATE users SET name = 'Later', image = 'https://pictures.test/later.png'
      WHERE id IN ('${ann}', '${ben}')`);
    // What calls itself by the address of somebody else has no name.
    const cemAsSeen = {
      id: cem,
      name: null,
      email: 'cem@example.test',
      image: null,
      handle: null,
    };
    expect(await peopleInChats(ann)).toEqual([benAsSeen, cemAsSeen]);
    const benLater = {
      ...benAsSeen,
      name: 'Later',
      image: pictureAddress(ben, 'https://pictures.test/later.png'),
    };
    expect(await peopleInChats(cem)).toEqual([annAsSeen, benLater]);
  });

  it('of a request that waits, the address is shown where it is certain to be the one typed', async () => {
    const { body } = await world.get(await signedIn(ann), '/api/friends');
    const { outgoing } = body as { outgoing: { id: string; email: string | null }[] };
    expect(new Map(outgoing.map((each) => [each.id, each.email]))).toEqual(
      new Map([
        [dora, 'dora@example.test'],
        [eve, null],
      ]),
    );
  });

  it('an event without a profile shows what the relation of now allows', async () => {
    const read = await events.readAfter(ann, { seq: 0, at: null }, 10);
    expect(read.events.map(({ person }) => person)).toEqual([benAsSeen]);
  });

  it('the release before erases an account: nothing is kept of its profile, nor of its words to the operator', async () => {
    const { alice, bob } = await world.joinFriends();
    await world.post(alice, '/api/report', { userId: bob.id, reason: 'spam', note: 'my words' });
    const kept = async () => [
      ...(await world.query('SELECT profile FROM events WHERE person_id = $1', [alice.id])),
      ...(await world.query('SELECT note FROM reports WHERE reported_id = $1', [bob.id])),
    ];
    expect(JSON.stringify(await kept())).toMatch(new RegExp(`${alice.email}.*my words`));
    // Its last statement; it knows neither of the two columns.
    await world.query('DELETE FROM users WHERE id = $1', [alice.id]);
    expect(await kept()).toEqual([{ profile: null }, { profile: null }, { note: null }]);
  });

  it('the release before ends a friendship and asks for one: nothing is shown that it did not keep', async () => {
    await world.query(`DELETE FROM relations WHERE lo_id = '${ben}'`);
    await world.query(`INSERT INTO relations (lo_id, hi_id, state, requester_id)
      VALUES ('${ben}', '${dora}', 'pending', '${ben}')`);
    const nobody = { name: null, email: null, image: null, handle: null };
    expect(await peopleInChats(ben)).toEqual([annAsSeen, { id: cem, ...nobody }]);
    const { body } = await world.get(await signedIn(ben), '/api/friends');
    expect(body).toMatchObject({ outgoing: [{ id: dora, ...nobody }] });
  });
}
