import type { AccountStore } from './people/account-store.port.js';
import { createAccount } from './settings/account.js';
import { createErasure } from './erasure/erasure.js';
import { createPrismaErasureStore } from './erasure/erasure-store.prisma.js';
import { createExport } from './export/export.js';
import { createPrismaExportSource } from './export/export-source.prisma.js';
import type { RelationStore } from './friends/relation-store.port.js';
import type { PrismaClient } from './generated/prisma/client.js';
import type { Waker } from './events/wakeups.port.js';
import { createPrismaReportStore } from './reports/report-store.prisma.js';
import { createReports } from './reports/reports.js';
import { createPrismaSettingsStore } from './settings/settings-store.prisma.js';
import type { Sessions } from './sessions/sessions.js';

export interface SafetySurroundings {
  readonly accounts: AccountStore;
  readonly sessions: Sessions;
  readonly relations: RelationStore;
  readonly wakeups: Waker;
}

/** The own account, and what protects people from others and from us: reports, export, erasure. */
export function composeSafety(
  prisma: PrismaClient,
  { accounts, sessions, relations, wakeups }: SafetySurroundings,
) {
  const account = createAccount({ accounts, sessions });
  return {
    account,
    reports: createReports(createPrismaReportStore(prisma)),
    exportOf: createExport({
      account,
      relations,
      settings: createPrismaSettingsStore(prisma),
      source: createPrismaExportSource(prisma),
    }),
    erasure: createErasure({
      accounts,
      store: createPrismaErasureStore(prisma),
      sessions,
      wakeups,
    }),
  };
}
