import type { Log } from '@triptych/logging';
import type { Database } from '@triptych/postgres';
import type { Config } from './config.js';
import { createPrisma, openServiceDatabase } from './database.js';
import { emailKeyOf } from './email-rule/email-key.js';
import { changeRule } from './email-rule/email-rule.js';
import type { Collision, EmailRule } from './email-rule/email-rule.port.js';
import { prismaEmailRule } from './email-rule/email-rule.prisma.js';

interface Place {
  readonly config: Config;
  readonly logger: Log;
}

/** Brings the database up to date. */
export async function migrate({ config, logger }: Place): Promise<void> {
  await withDatabase({ config, logger }, async (database) => {
    const migrations = await database.migrate();
    logger.info({ migrations }, 'the database is up to date');
  });
}

/** Lists the users whose e-mails would count as one under EMAIL_UNIQUENESS; fails when there are any. */
export async function collisions(place: Place): Promise<void> {
  await withRule(place, async (rule) => {
    const { EMAIL_UNIQUENESS: wanted } = place.config;
    refuse(await rule.findCollisions(emailKeyOf(wanted), print), wanted);
    place.logger.info({ rule: wanted }, 'no e-mails collide');
  });
}

/** Makes EMAIL_UNIQUENESS the rule of the database; lists the collisions and fails when there are any. */
export async function rekey(place: Place): Promise<void> {
  await withRule(place, async (rule) => {
    const { EMAIL_UNIQUENESS: wanted } = place.config;
    refuse(await changeRule(rule, wanted, print), wanted);
    place.logger.info({ rule: wanted }, 'e-mails are kept unique by this rule');
  });
}

function refuse(found: number, wanted: string): void {
  if (found === 0) return;
  const emails = found === 1 ? '1 e-mail is' : `${found} e-mails are`;
  throw new Error(`${emails} shared by several users under ${wanted}; nothing was changed`);
}

/** What was asked for. It names persons, so it does not go where the log goes. */
function print(collision: Collision): void {
  const users = collision.map(({ id, email }) => ({ ID: id, Email: email }));
  process.stderr.write(`${JSON.stringify(users)}\n`);
}

async function withRule(place: Place, work: (rule: EmailRule) => Promise<void>): Promise<void> {
  await withDatabase(place, async (database) => {
    await database.prepare();
    await database.probe();
    const prisma = createPrisma(database);
    try {
      await work(prismaEmailRule(prisma));
    } finally {
      await prisma.$disconnect();
    }
  });
}

async function withDatabase(
  { config, logger }: Place,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await openServiceDatabase(config, logger);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
