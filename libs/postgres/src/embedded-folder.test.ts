import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from './database.js';
import { EmbeddedDatabaseError } from './embedded-folder.js';

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);

describe('the folder of an embedded database', () => {
  let root: string;
  let folder: string;
  let lines: string[];
  const log = {
    info: (_facts: object, message: string) => void lines.push(message),
    warn: (_facts: object, message: string) => void lines.push(message),
  };
  const open = (dataDir = folder) =>
    openDatabase({ dataDir, applicationName: 'test', migrationsDir, log });
  const start = async (dataDir?: string): Promise<Database> => {
    const database = await open(dataDir);
    await database.prepare();
    await database.probe();
    return database;
  };
  const files = async () => (await readdir(folder)).filter((name) => !name.startsWith('owner-'));
  const laidOut = () => join(root, 'laid-out');
  const inUse = () => join(root, 'in-use');

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'folders-'));
    lines = [];
    const database = await open(laidOut());
    await database.close();
    await cp(laidOut(), inUse(), { recursive: true });
    const used = await start(inUse());
    await used.query(`INSERT INTO notes (slug) VALUES ('kept')`);
    await used.close();
  });
  beforeEach(() => {
    folder = join(root, 'folder');
    lines = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  afterAll(() => rm(root, { recursive: true }));

  it.each([
    ['is a file', ''],
    ['leads through a file', '/data'],
  ])('says what to do about one that %s, without its path', async (_name, rest) => {
    await writeFile(folder, '');
    const error = (await open(folder + rest).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({
      reason: 'unreachable',
      code: /data/.test(rest) ? 'ENOTDIR' : 'EEXIST',
    });
    expect(error.message).toMatch(/^DATA_DIR cannot be made/);
  });

  it('removes what an interrupted first start left, and begins anew', async () => {
    await cp(join(laidOut(), 'pgdata'), join(folder, 'pgdata.new'), { recursive: true });
    await rm(join(folder, 'pgdata.new', 'base'), { recursive: true });
    await (await start()).close();
    expect(await files()).toEqual(['pgdata']);
    expect(lines).toContain('a new embedded database was laid out');
  });

  it('keeps a database beside what an interrupted first start left', async () => {
    await cp(inUse(), folder, { recursive: true });
    await mkdir(join(folder, 'pgdata.new'));
    const database = await start();
    expect(await database.query('SELECT slug FROM notes')).toEqual([{ slug: 'kept' }]);
    await database.close();
    expect(await files()).toEqual(['pgdata']);
    expect(lines).toEqual([]);
  });

  it('moves aside what a former release laid out half, where no table was ever made', async () => {
    await cp(laidOut(), folder, { recursive: true });
    await rm(join(folder, 'pgdata', 'PG_VERSION'));
    await (await start()).close();
    expect(await files()).toEqual(['pgdata', expect.stringMatching(/^pgdata\.incomplete-\d+$/)]);
    expect(lines).toContain('an embedded database that was never finished was moved aside');
  });

  it('refuses to lay out anew what has held tables, and touches nothing', async () => {
    await cp(inUse(), folder, { recursive: true });
    await rm(join(folder, 'pgdata', 'PG_VERSION'));
    await expect(open()).rejects.toThrow(EmbeddedDatabaseError);
    await expect(open()).rejects.toThrow('has held data; nothing was changed');
    expect(await files()).toEqual(['pgdata']);
    await writeFile(join(folder, 'pgdata', 'PG_VERSION'), '18\n');
    const database = await start();
    expect(await database.query('SELECT slug FROM notes')).toEqual([{ slug: 'kept' }]);
    await database.close();
  });

  it('says what to do when the database cannot be opened', async () => {
    await cp(inUse(), folder, { recursive: true });
    await rm(join(folder, 'pgdata', 'global'), { recursive: true });
    await expect(open()).rejects.toThrow('cannot be opened; restore a back-up');
  });

  it.each([
    ['before its script', 'ALTER TABLE notes DROP COLUMN text'],
    ['after its script', 'SELECT 1'],
  ])('heals a migration that a former release was interrupted in, %s', async (_when, undone) => {
    await cp(inUse(), folder, { recursive: true });
    const former = await open();
    await former.query(undone);
    await former.query(
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%second'`,
    );
    await former.close();
    const database = await start();
    expect(lines).toContain('an interrupted migration was resolved');
    expect(await database.query('SELECT slug, text FROM notes')).toEqual([
      { slug: 'kept', text: null },
    ]);
    await database.close();
  });
});
