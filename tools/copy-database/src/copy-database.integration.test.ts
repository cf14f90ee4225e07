import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '@triptych/postgres';
import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import pg from 'pg';
import { copyDatabase } from './copy-database.js';

const migrationsDir = join(import.meta.dirname, '../fixtures/migrations');
const log = { info: () => {}, warn: () => {} };
const letters = 2_500;

let dataDir: string;
let target: TestDatabase;

const openSource = () => openDatabase({ dataDir, migrationsDir, applicationName: 'test', log });

async function onTarget<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function fill(source: Database) {
  await source.migrate();
  await source.query(`INSERT INTO z_people VALUES
    ('00000000-0000-4000-8000-000000000001', 'Zoë "Quote", (Comma) \\ Back', 'so-so', '{a,"b c",NULL,""}',
     '{"a":null,"ü":[1.50,"\\n"]}', '\\x00ff0a', 12345678901234.5678, 'NaN', 9223372036854775807,
     '2024-02-29', '2026-03-29 02:30:00.123456+02'),
    ('00000000-0000-4000-8000-000000000002', '', NULL, '{}', 'null', '', -0.0001, 0.1, NULL, 'infinity', NULL)`);
  await source.query(`INSERT INTO a_letters
    SELECT n, '00000000-0000-4000-8000-000000000002', repeat(n::text, 3) FROM generate_series(1, ${letters}) AS n`);
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'triptych-copy-'));
  const source = await openSource();
  await fill(source);
  await source.close();
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

beforeEach(async () => {
  target = await createTestDatabase(process.env['TEST_DATABASE_URL']);
});

afterEach(() => target.drop());

const copy = () => copyDatabase({ dataDir, url: target.url, migrationsDir });

describe('copyDatabase', () => {
  it('copies every row of every table, and reports how many', async () => {
    const copied = await copy();
    expect(copied).toMatchObject([
      { name: 'never_used', rows: '0' },
      { name: 'z_people', rows: '2' },
      { name: 'a_letters', rows: String(letters) },
    ]);
    expect(
      await onTarget(
        `SELECT "Full Name" AS name, tags, encode(photo, 'hex') AS photo, number::text, score::text,
           facts IS NULL AS absent, facts::text, extract(epoch FROM seen_at)::text AS seen FROM z_people ORDER BY id`,
      ),
    ).toEqual([
      {
        name: 'Zoë "Quote", (Comma) \\ Back',
        tags: ['a', 'b c', null, ''],
        photo: '00ff0a',
        number: '9223372036854775807',
        score: 'NaN',
        absent: false,
        facts: '{"a": null, "ü": [1.50, "\\n"]}',
        seen: '1774744200.123456',
      },
      {
        name: '',
        tags: [],
        photo: '',
        number: null,
        score: '0.1',
        absent: false,
        facts: 'null',
        seen: null,
      },
    ]);
  });

  it('leaves a target alone that holds rows already', async () => {
    await copy();
    await expect(copy()).rejects.toThrow('the target already holds rows in z_people, a_letters');
    expect(await onTarget('SELECT count(*)::int AS n FROM a_letters')).toEqual([{ n: letters }]);
  });

  it('keeps nothing when a row does not fit', async () => {
    const empty = await openDatabase({
      url: target.url,
      dataDir: '',
      migrationsDir,
      applicationName: 'test',
      log,
    });
    await empty.migrate();
    await empty.close();
    await onTarget(`ALTER TABLE a_letters ADD CHECK (id < ${letters})`);
    await expect(copy()).rejects.toThrow(/check constraint/);
    expect(await onTarget('SELECT count(*)::int AS n FROM z_people')).toEqual([{ n: 0 }]);
  });

  it('refuses tables that are not the same', async () => {
    await copy();
    await onTarget('TRUNCATE z_people, a_letters; ALTER TABLE a_letters ADD COLUMN more TEXT');
    await expect(copy()).rejects.toThrow('different tables');
  });

  it('takes the constraints, triggers and indexes along that a service has changed since', async () => {
    const changed = await openSource();
    await changed.query(`ALTER TABLE a_letters DROP CONSTRAINT a_letters_text,
      ADD CONSTRAINT a_letters_text CHECK (text <> '') NOT VALID`);
    await changed.query(
      `INSERT INTO a_letters VALUES (0, '00000000-0000-4000-8000-000000000002', 'long')`,
    );
    await changed.query(`CREATE OR REPLACE TRIGGER a_letters_rule BEFORE INSERT ON a_letters FOR EACH ROW
      WHEN (NEW.id < -5) EXECUTE FUNCTION refuse()`);
    await changed.query('CREATE INDEX a_letters_extra ON a_letters (text)');
    await changed.close();
    try {
      await copy();
      const rules = await onTarget<{ definition: string }>(
        `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'a_letters_text'
         UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'a_letters_rule'
         UNION ALL SELECT indexdef FROM pg_indexes WHERE indexname = 'a_letters_extra'`,
      );
      expect(rules.map(({ definition }) => definition)).toEqual([
        `CHECK ((text <> ''::text)) NOT VALID`,
        expect.stringMatching(/WHEN .*new.id < '?-5/),
        expect.stringContaining('(text)'),
      ]);
    } finally {
      const restored = await openSource();
      await restored.query('DELETE FROM a_letters WHERE id = 0');
      await restored.close();
    }
  });

  it('refuses while a service runs on the folder', async () => {
    const running = await openSource();
    try {
      await expect(copy()).rejects.toThrow('in use by another running process');
    } finally {
      await running.close();
    }
  });

  it('refuses a folder without a database, and makes none', async () => {
    const nowhere = join(dataDir, 'nowhere');
    await expect(
      copyDatabase({ dataDir: nowhere, url: target.url, migrationsDir }),
    ).rejects.toThrow(`there is no embedded database in ${nowhere}`);
    await expect(rm(nowhere)).rejects.toThrow(/ENOENT/);
  });
});
