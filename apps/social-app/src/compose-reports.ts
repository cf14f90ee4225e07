import type { Log } from '@triptych/logging';
import { createPrismaAccountStore } from './people/account-store.prisma.js';
import { openOwnDatabase } from './compose.js';
import type { Config } from './config.js';
import { PrismaClient } from './generated/prisma/client.js';
import { createPrismaReportStore } from './reports/report-store.prisma.js';
import { createReportDesk } from './reports/report-desk.js';

/** The operator's command: `node main.js reports …`. */
export async function runReports(
  config: Config,
  log: Log,
  words: readonly string[],
  write: (line: string) => void,
): Promise<void> {
  const database = await openOwnDatabase(config, log);
  const prisma = new PrismaClient(database.clientOptions);
  const accounts = createPrismaAccountStore(prisma);
  const desk = createReportDesk({
    store: createPrismaReportStore(prisma),
    readUser: (id) => accounts.findById(id),
    write,
  });
  try {
    await desk(words);
  } finally {
    await prisma.$disconnect();
    await database.close();
  }
}
