import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@triptych/postgres';
import { createTestDatabase, startOwnServer } from '@triptych/postgres/testing';
import { recordingLogger } from '@triptych/testing';
import { migrationsDir, postgresTestStores, tester } from '../testing/test-app.js';
import { emailKeyOf, type EmailUniqueness } from './email-key.js';
import { uniquenessContract } from './uniqueness.contract.js';
import { changeUniqueness } from './uniqueness.js';

describe('the uniqueness of e-mails on PostgreSQL', () => {
  uniquenessContract(() => postgresTestStores());

  it('writes no row into the log of the server, whatever is refused', async () => {
    const server = await startOwnServer();
    const { stores, close } = await postgresTestStores(server.url);
    const register = (email: string, mode: EmailUniqueness) =>
      stores.users.insert({
        id: randomUUID(),
        fullName: 'Secret Name',
        email,
        emailKey: emailKeyOf(mode)(email),
        phone: '5550100',
        contactAddress: '',
      });
    try {
      await stores.uniqueness.settle('exact');
      await register('Ann@secret.example', 'exact');
      await expect(register('bob@secret.example', 'casefold')).rejects.toThrow();
      await register('ann@secret.example', 'exact');
      expect(await changeUniqueness(stores.uniqueness, 'casefold', () => {})).toBe(1);
      expect(await stores.uniqueness.change('casefold', emailKeyOf('casefold'))).toBe(false);
      await stores.directory.remove('ann@secret.example', tester);
      expect(await changeUniqueness(stores.uniqueness, 'casefold', () => {})).toBe(0);
      // As a process does that was started before the change.
      await expect(register('eve@secret.example', 'exact')).rejects.toThrow();
      expect(await register('ANN@secret.example', 'casefold')).toBe(false);
      const log = await server.log();
      expect(log).toContain('keeps e-mails unique by another rule');
      expect(log).not.toMatch(/secret|5550100/i);
    } finally {
      await close();
      await server.destroy();
    }
  });

  it.each([
    ['exact', null, 'f:a@b.co'],
    ['casefold', 'f:a@b.co', null],
    ['canonical', 'c:a@b.co', 'f:a@b.co'],
  ])('keeps the rule of a database of an earlier release: %s', async (mode, right, wrong) => {
    const { url, drop } = await createTestDatabase(process.env['TEST_DATABASE_URL']);
    const earlier = await mkdtemp(join(tmpdir(), 'migrations-'));
    await cp(migrationsDir, earlier, { recursive: true });
    await rm(join(earlier, '20261122000000_email_key_rule'), { recursive: true });
    const open = async (folder: string | URL) => {
      const options = { url, dataDir: '', applicationName: 'test', migrationsDir: folder };
      const database = await openDatabase({ ...options, log: recordingLogger().logger });
      await database.migrate();
      return database;
    };
    const before = await open(earlier);
    await before.query(`INSERT INTO settings VALUES ('email_uniqueness', $1)`, [mode]);
    await before.close();
    const database = await open(migrationsDir);
    const insert = (key: string | null) =>
      database.query(
        `INSERT INTO users (id, email, full_name, email_key)
         VALUES (gen_random_uuid(), gen_random_uuid()::text, 'N', $1)`,
        [key],
      );
    await insert(right);
    await expect(insert(wrong)).rejects.toMatchObject({ code: '23514', detail: undefined });
    await database.close();
    await rm(earlier, { recursive: true });
    await drop();
  });
});
