import { createEmbeddedTestDatabase } from './index.js';
import { cascadesOnUpdate, unspreadAssignments, unspreadKeys } from './spreading.js';

const columns = { notes: ['owner_id'] };

it.each([
  ['UPDATE notes SET text = $1, at = clock_timestamp() WHERE id = $2', ['clock_timestamp()']],
  ['text = ${text}, at = clock_timestamp()', ['clock_timestamp()']],
  ['UPDATE notes SET id = gen_random_uuid()', ['gen_random_uuid(']],
  ['UPDATE notes SET text = $1, owner_id = coalesce($2, owner_id)', ['owner_id =']],
  ['UPDATE notes SET "owner_id" = $1 WHERE text = $2', ['owner_id =']],
  ['ON CONFLICT (id) DO UPDATE\n SET at = now()', ['now()']],
  ['INSERT INTO notes (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET owner_id = 2', ['owner_id =']],
  ['UPDATE notes SET a = 1; UPDATE others SET owner_id = $1', []],
  ['UPDATE notes SET at = now() WHERE owner_id = $1', []],
  ['INSERT INTO notes (id) SELECT gen_random_uuid() FROM users', []],
  ['ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE notes.at < now()', []],
  ["SET LOCAL owner_id = 'on'", []],
])('in %j finds %j', (statement, found) => {
  expect(unspreadAssignments(statement, columns)).toEqual(found);
});

it('names unique keys that hold on one machine alone, and cascades on update', async () => {
  const database = await createEmbeddedTestDatabase(
    new URL('fixtures/migrations', import.meta.url),
  );
  try {
    expect(await cascadesOnUpdate(database)).toEqual([]);
    await database.query('CREATE TABLE owners (id int PRIMARY KEY)');
    await database.query(
      `CREATE TABLE things (id int PRIMARY KEY, owner_id int REFERENCES owners ON UPDATE CASCADE, UNIQUE (owner_id, id))`,
    );
    expect(await cascadesOnUpdate(database)).toEqual(['things_owner_id_fkey']);
    const all = await unspreadKeys(database, { columns: {}, elsewhere: {} });
    expect(all).toEqual(expect.arrayContaining(['owners_pkey (id)', 'things_pkey (id)']));
    const spread = { owners: ['id'], things: ['owner_id'], notes: [] };
    expect(await unspreadKeys(database, { columns: spread, elsewhere: {} })).toEqual([
      'things_pkey (id)',
    ]);
    const elsewhere = { things_pkey: 'a table of ids' };
    expect(await unspreadKeys(database, { columns: spread, elsewhere })).toEqual([]);
  } finally {
    await database.close();
  }
});
