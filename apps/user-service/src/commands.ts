import type { Log } from '@triptych/logging';
import { databaseCommand, migrateCommand } from '@triptych/postgres';
import type { Config } from './config.js';
import { createPrisma, openAppDatabase } from './database.js';
import { emailKeyOf } from './email-rule/email-key.js';
import { changeRule } from './email-rule/email-rule.js';
import type { Collision, EmailRule } from './email-rule/email-rule.port.js';
import { prismaEmailRule } from './email-rule/email-rule.prisma.js';

/** The sub-commands: `node main.js migrate`. */
export const commands = {
  migrate: migrateCommand(openAppDatabase),

  /** Lists the users whose e-mails would count as one under EMAIL_UNIQUENESS; fails when there are any. */
  collisions: ruleCommand(
    (rule, wanted) => rule.findCollisions(emailKeyOf(wanted), print),
    'no e-mails collide',
  ),

  /** Makes EMAIL_UNIQUENESS the rule of the database; lists the collisions and fails when there are any. */
  rekey: ruleCommand(
    (rule, wanted) => changeRule(rule, wanted, print),
    'e-mails are kept unique by this rule',
  ),
};

/** @param work returns how many e-mails collide */
function ruleCommand(
  work: (rule: EmailRule, wanted: Config['EMAIL_UNIQUENESS']) => Promise<number>,
  success: string,
) {
  return databaseCommand<Config, Log>(openAppDatabase, async (database, { config, logger }) => {
    const { EMAIL_UNIQUENESS: wanted } = config;
    await database.prepare();
    await database.probe();
    const prisma = createPrisma(database);
    const found = await work(prismaEmailRule(prisma), wanted).finally(() => prisma.$disconnect());
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
