import type { Log } from '@triptych/logging';
import { databaseCommand, migrateCommand } from '@triptych/postgres';
import type { Config } from './config.js';
import { createPrisma, openAppDatabase } from './database.js';
import { createPrismaAccountStore } from './people/account-store.prisma.js';
import { createReportDesk } from './reports/report-desk.js';
import { createPrismaReportStore } from './reports/report-store.prisma.js';

/** The sub-commands: `node main.js migrate`, `migrate status`, `migrate resolve …`. */
export const commands = {
  migrate: migrateCommand(openAppDatabase, printLine),

  /** What an operator does with reports: `node main.js reports …`. */
  reports: databaseCommand<Config, Log>(openAppDatabase, async (database, _host, parameters) => {
    const prisma = createPrisma(database);
    const accounts = createPrismaAccountStore(prisma);
    const desk = createReportDesk({
      store: createPrismaReportStore(prisma),
      readUser: (id) => accounts.findById(id),
      write: printLine,
    });
    await desk(parameters).finally(() => prisma.$disconnect());
  }),
};

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
