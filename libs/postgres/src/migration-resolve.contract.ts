import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from './database.js';
import type { Fresh } from './migrations.contract.js';

const fixture = fileURLToPath(new URL('./testing/fixtures/migrations', import.meta.url));
const first = '20261101000000_first';
const second = '20261102000000_second';
const update = '20261103000000_update';

/** What becomes of migrations that Prisma or a former release left unfinished, on whichever database. */
export function resolveContract(createFresh: () => Promise<Fresh>): void {
  let fresh: Fresh;
  let folder: string;
  let database: Database;

  beforeEach(async () => {
    fresh = await createFresh();
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await cp(fixture, folder, { recursive: true });
    await mkdir(join(folder, update));
    await writeFile(join(folder, update, 'migration.sql'), `UPDATE notes SET text = text || '!';`);
    database = await fresh.open(folder);
    await database.migrate();
    await database.query(`INSERT INTO notes (slug, text) VALUES ('a', 'read')`);
  });

  afterEach(async () => {
    await fresh.done();
    await rm(folder, { recursive: true });
  });

  /** As a process leaves it that is killed before (`undone`) or after its script. */
  const interrupt = async (name: string, undone = '', logs: string | null = null) => {
    if (undone !== '') await database.query(undone);
    await database.query(
      `UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0, logs = $2 WHERE migration_name = $1`,
      [name, logs],
    );
  };
  const undone = 'ALTER TABLE notes DROP COLUMN text';
  const state = async () =>
    (await database.migrationReport()).lines.map((line) => line.split(/ +/));

  it('marks a migration that took effect as applied', async () => {
    await interrupt(second);
    expect((await state())[2]!.slice(0, 2)).toEqual(['interrupted', second]);
    await expect(database.probe()).rejects.toThrow(`migrate resolve ${second}`);
    expect(await database.resolveMigration(second)).toBe('applied');
    expect(await database.migrate()).toEqual([]);
    await database.probe();
    expect(await database.query('SELECT text FROM notes')).toEqual([{ text: 'read' }]);
  });

  it('marks a migration without effect as rolled back, so that it is applied', async () => {
    await interrupt(second, undone);
    expect(await database.resolveMigration(second)).toBe('rolled-back');
    expect(await database.query('SELECT * FROM notes')).toEqual([{ id: 1, slug: 'a' }]);
    expect(await database.migrate()).toEqual([second]);
    await database.probe();
  });

  it('believes a reason that the database gave, and not that a client gave up', async () => {
    await interrupt(second, undone, 'column "text" is odd');
    expect(await database.resolveMigration(second)).toBe('rolled-back');
    await database.migrate();
    await interrupt(second, '', 'Query read timeout');
    expect(await database.resolveMigration(second)).toBe('applied');
  });

  it('asks the operator where a script can be run twice, and believes the reply', async () => {
    await interrupt(update);
    await expect(database.resolveMigration(update)).rejects.toThrow(
      `migrate resolve ${update} --applied`,
    );
    expect(await database.query('SELECT text FROM notes')).toEqual([{ text: 'read' }]);
    expect(await database.resolveMigration(update, 'applied')).toBe('applied');
    expect(await database.migrate()).toEqual([]);
  });

  it('refuses a claim that the database disproves', async () => {
    await interrupt(second);
    await expect(database.resolveMigration(second, 'rolled-back')).rejects.toThrow(
      `shows that migration ${second} was applied`,
    );
    await database.resolveMigration(second);
    await interrupt(second, undone);
    await expect(database.resolveMigration(second, 'applied')).rejects.toThrow(
      `shows that migration ${second} was rolled-back`,
    );
  });

  it('cannot tell of a file that was changed since', async () => {
    await interrupt(second);
    await writeFile(join(folder, second, 'migration.sql'), 'CREATE TABLE other (id int);');
    const changed = await fresh.open(folder);
    await expect(changed.resolveMigration(second)).rejects.toThrow('does not show');
  });

  it('refuses what is not interrupted', async () => {
    await expect(database.resolveMigration(first)).rejects.toThrow('is not interrupted');
    await expect(database.resolveMigration('none')).rejects.toThrow('is not interrupted');
    await expect(database.resolveMigration(first, 'applied')).rejects.toThrow('is not interrupted');
    await expect(database.resolveMigration('none', 'applied')).rejects.toThrow(
      'is not interrupted',
    );
  });

  it('records a history that was lost, one by one, where the database shows no contrary', async () => {
    await database.query('DROP TABLE _prisma_migrations');
    await expect(database.migrate()).rejects.toThrow(
      /^migration 20261101000000_first failed .*: relation "notes" already exists\. .*migrate resolve 20261101000000_first --applied/,
    );
    await expect(database.resolveMigration(first)).rejects.toThrow('is not interrupted');
    expect(await database.resolveMigration(first, 'applied')).toBe('applied');
    await expect(database.migrate()).rejects.toThrow(`migrate resolve ${second} --applied`);
    expect(await database.resolveMigration(second, 'applied')).toBe('applied');
    expect(await database.migrate()).toEqual([update]);
    await database.probe();
    expect(await database.query('SELECT text FROM notes')).toEqual([{ text: 'read!' }]);
  });

  it('records nothing that the database has only in part, or not at all', async () => {
    await database.query(`DELETE FROM _prisma_migrations`);
    await database.query(undone);
    await expect(database.resolveMigration(second, 'applied')).rejects.toThrow(
      `shows that migration ${second} was rolled-back`,
    );
    await database.query('DROP INDEX notes_slug_key');
    await expect(database.resolveMigration(first, 'applied')).rejects.toThrow(
      'has no such relation',
    );
    expect(
      await database.query('SELECT FROM _prisma_migrations WHERE finished_at IS NOT NULL'),
    ).toEqual([]);
  });

  it.each([
    ['a table', 'DROP TABLE notes', 'notes'],
    ['a unique index', 'DROP INDEX notes_slug_key', 'notes_slug_key'],
  ])('says that %s is gone which the history has as applied', async (_what, sql, name) => {
    await database.probe();
    await database.query(sql);
    const said = new RegExp(`makes ${name}\\b.*has no such relation.*restore a back-up$`);
    await expect(database.probe()).rejects.toMatchObject({
      reason: 'migrations',
      advice: expect.stringMatching(said) as string,
    });
    await expect(database.migrate()).rejects.toThrow(said);
    const { lines, missing } = await database.migrationReport();
    expect(missing[0]).toBe(name);
    expect(lines).toContain(`missing      ${name}`);
    await rm(join(folder, update), { recursive: true });
    await (await fresh.open(folder)).probe();
  });

  it('reports what is applied, pending, interrupted and of a newer release', async () => {
    await interrupt(second);
    await mkdir(join(folder, '20261104000000_next'));
    await writeFile(join(folder, '20261104000000_next', 'migration.sql'), 'SELECT 1;');
    await rm(join(folder, update), { recursive: true });
    const other = await fresh.open(folder);
    const { upToDate, lines } = await other.migrationReport();
    const time = String.raw`\d{4}-\d\d-\d\dT\S+`;
    expect(upToDate).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^applied +${first} ${time}$`)),
      expect.stringMatching(new RegExp(`^applied +${update} ${time} \\(of a newer release\\)$`)),
      expect.stringMatching(new RegExp(`^interrupted +${second} since ${time}$`)),
      expect.stringMatching(/^pending +20261104000000_next$/),
      'migrating now: nobody',
    ]);
  });

  it('is ready beside an unfinished migration of a newer release', async () => {
    await interrupt(update);
    await rm(join(folder, update), { recursive: true });
    const older = await fresh.open(folder);
    await older.probe();
    expect(await older.migrate()).toEqual([]);
    const { upToDate, lines } = await older.migrationReport();
    expect(upToDate).toBe(true);
    expect(lines[2]).toMatch(/^interrupted +20261103000000_update .* \(of a newer release\)$/);
  });
}
