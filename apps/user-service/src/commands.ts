import type { Log } from '@triptych/logging';
import { databaseCommand, migrateCommand } from '@triptych/postgres';
import { createSqlAuditLog } from './audit/audit-log.sql.js';
import { createSqlKeyStore } from './access/key-store.sql.js';
import { runKeyCommand } from './access/key-command.js';
import { createKeys } from './access/keys.js';
import type { Config } from './config.js';
import { createPrisma, openAppDatabase } from './database.js';
import { emailKeyOf } from './uniqueness/email-key.js';
import { changeUniqueness, type Collision, type UniquenessStore } from './uniqueness/uniqueness.js';
import { createPrismaUniquenessStore } from './uniqueness/uniqueness.prisma.js';

/** The sub-commands: `node main.js migrate`, `migrate status`, `migrate resolve …`. */
export const commands = {
  migrate: migrateCommand(openAppDatabase, printLine),

  /** Lists the users whose e-mails would count as one under EMAIL_UNIQUENESS; fails when there are any. */
  collisions: uniquenessCommand(
    (store, wanted) => store.findCollisions(emailKeyOf(wanted), print),
    'no e-mails collide',
  ),

  /** Makes EMAIL_UNIQUENESS the mode of the database; lists the collisions and fails when there are any. */
  rekey: uniquenessCommand(
    (store, wanted) => changeUniqueness(store, wanted, print),
    'e-mails are kept unique by this rule',
  ),

  /** Makes, lists, replaces and ends API keys; a new secret is printed once, with nothing of it in the log. */
  keys: databaseCommand(
    (config: Config, log: Log) => openAppDatabase(config, log),
    async (database, { config }, parameters) => {
      await database.prepare();
      await database.probe();
      const store = createSqlKeyStore(database, config.DATABASE_TIMEOUT_MS);
      await runKeyCommand(createKeys(store), parameters, printLine);
    },
  ),

  /** `audit prune DAYS`: removes older entries of the audit log, as the owner of its table. */
  audit: databaseCommand(
    (config: Config, log: Log) =>
      openAppDatabase(
        { ...config, DATABASE_URL: config.MIGRATE_DATABASE_URL ?? config.DATABASE_URL },
        log,
      ),
    async (database, { config, logger }, [action, days, ...more]) => {
      if (action !== 'prune' || !/^[1-9]\d{0,4}$/.test(days ?? '') || more.length > 0) {
        throw new Error('usage: audit prune DAYS');
      }
      await database.prepare();
      const log = createSqlAuditLog(database, config.DATABASE_TIMEOUT_MS);
      logger.info({ removed: await log.prune(Number(days)) }, 'old audit entries are removed');
    },
  ),
};

/** @param work returns how many e-mails collide */
function uniquenessCommand(
  work: (store: UniquenessStore, wanted: Config['EMAIL_UNIQUENESS']) => Promise<number>,
  success: string,
) {
  const open = (config: Config, log: Log) =>
    openAppDatabase(config, log, { longTransactions: true });
  return databaseCommand(open, async (database, { config, logger }) => {
    const { EMAIL_UNIQUENESS: wanted } = config;
    await database.prepare();
    await database.probe();
    const prisma = createPrisma(database);
    const found = await work(createPrismaUniquenessStore(prisma, database), wanted).finally(() =>
      prisma.$disconnect(),
    );
    if (found > 0) {
      const emails = found === 1 ? '1 e-mail is' : `${found} e-mails are`;
      throw new Error(`${emails} shared by several users under ${wanted}; nothing was changed`);
    }
    logger.info({ rule: wanted }, success);
  });
}

/** Writes to standard error and not to the log, because it names persons. */
function print(collision: Collision): void {
  const users = collision.map(({ id, email }) => ({ ID: id, Email: email }));
  process.stderr.write(`${JSON.stringify(users)}\n`);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
