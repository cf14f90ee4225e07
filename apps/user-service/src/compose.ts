import type { Log } from '@triptych/logging';
import type { Database } from '@triptych/postgres';
import { observeConnections, type Registry } from '@triptych/service-host';
import { createApiKeys } from './access/api-keys.js';
import { createSqlKeyStore } from './access/key-store.sql.js';
import { createKeys } from './access/keys.js';
import { createSqlAuditLog } from './audit/audit-log.sql.js';
import { createAudit } from './audit/audit.js';
import { createRefusals } from './audit/refusals.js';
import { composeWebhooks, type WebhookConfig } from './compose-webhooks.js';
import { composeVerification, type VerificationConfig } from './compose-verification.js';
import { type Config, mailSettingsOf } from './config.js';
import { createPrisma, openAppDatabase } from './database.js';
import { createSqlEventLog } from './events/event-log.sql.js';
import { createEvents } from './events/events.js';
import type { PrismaClient } from './generated/prisma/client.js';
import { withImportMetrics } from './management/import-metrics.js';
import {
  changeUser,
  changeUserWithMail,
  changeUserWithoutMail,
} from './management/change-user.sql.js';
import { createManagement } from './management/management.js';
import { createPrismaUserDirectory } from './management/user-directory.prisma.js';
import { createUserImport } from './management/user-import.js';
import { createDiscovery } from './scim/discovery.js';
import { createPrismaScimEdit } from './scim/scim-edit.prisma.js';
import { createSqlScimStore } from './scim/scim-store.sql.js';
import { createScimUsers } from './scim/scim-users.js';
import { emailKeyOf } from './uniqueness/email-key.js';
import { createUniquenessCheck } from './uniqueness/uniqueness.js';
import { createPrismaUniquenessStore } from './uniqueness/uniqueness.prisma.js';
import { createSqlIdempotency } from './users/idempotency.sql.js';
import { createSqlUserStore } from './users/user-store.sql.js';
import { createUsers } from './users/users.js';
import { withUserMetrics } from './users/users-metrics.js';
import type { MailDeliverySettings } from './verification/deliver-mails.js';
import { createSqlMailQueue } from './verification/mail-queue.sql.js';
import type { MailSender } from './verification/send-mail.smtp.js';
import type { Verification } from './verification/verification.js';
import { createSqlVerificationStore } from './verification/verification-store.sql.js';
import type { DeliverySettings } from './webhooks/deliver-webhooks.js';
import { createSqlWebhookQueue } from './webhooks/webhook-queue.sql.js';
import { createSqlWebhookStore } from './webhooks/webhook-store.sql.js';

export interface Host {
  readonly log: Log;
  readonly metrics: Registry;
  /** Other than usual, for tests. */
  readonly delivery?: Partial<DeliverySettings> | undefined;
  readonly mails?:
    | {
        readonly settings?: Partial<MailDeliverySettings> | undefined;
        readonly sender?: MailSender | undefined;
      }
    | undefined;
}

const hour = 3_600_000;

/** Opens the database, migrates an embedded one, and connects the stores with the use cases. */
export async function compose(config: Config, host: Host) {
  const { log } = host;
  const database = await openAppDatabase(config, log);
  await database.prepare();
  observeConnections(host.metrics, database.connections);
  const prisma = createPrisma(database);
  const stores = createStores(
    database,
    prisma,
    config.DATABASE_TIMEOUT_MS,
    mailSettingsOf(config) !== null,
  );
  const settleEvents = once(() => stores.events.settle());
  const checkUniqueness = createUniquenessCheck(stores.uniqueness, config.EMAIL_UNIQUENESS);
  // A new database takes this mode before the first registration; the check of readiness logs what fails.
  await checkUniqueness().catch(() => {});
  const kept = { days: config.EVENTS_KEPT_DAYS, count: config.EVENTS_KEPT };
  const sweep = setInterval(() => {
    stores.idempotency
      .removeExpired()
      .catch(() => log.warn('old idempotency keys were not removed'));
    stores.events.prune(kept).catch(() => log.warn('old events were not removed'));
    stores.verification.prune().catch(() => log.warn('old links of mails were not removed'));
  }, hour).unref();
  return {
    ...composeUseCases(config, stores, host),
    checks: {
      postgres: () =>
        database.probe(async () => {
          await checkUniqueness();
          await settleEvents();
        }),
    },
    close: async () => {
      clearInterval(sweep);
      await prisma.$disconnect();
      await database.close();
    },
  };
}

export type Stores = ReturnType<typeof createStores>;

/**
 * SQL where one statement carries many users, Prisma for everything else.
 *
 * @param sendsMails whether what stores an e-mail stores as well that its mail is due
 */
export function createStores(
  database: Database,
  prisma: PrismaClient,
  timeoutMs: number,
  sendsMails = false,
) {
  return {
    users: createSqlUserStore(database, timeoutMs, sendsMails),
    idempotency: createSqlIdempotency(database, timeoutMs, sendsMails),
    directory: createPrismaUserDirectory(
      prisma,
      timeoutMs,
      sendsMails ? changeUserWithMail : changeUser,
    ),
    uniqueness: createPrismaUniquenessStore(prisma, database),
    events: createSqlEventLog(database, timeoutMs),
    keys: createSqlKeyStore(database, timeoutMs),
    audit: createSqlAuditLog(database, timeoutMs),
    scim: {
      ...createSqlScimStore(database, timeoutMs),
      edit: createPrismaScimEdit(
        prisma,
        timeoutMs,
        sendsMails ? changeUserWithoutMail : changeUser,
      ),
    },
    webhooks: createSqlWebhookStore(database, timeoutMs),
    webhookQueue: createSqlWebhookQueue(database, timeoutMs),
    verification: createSqlVerificationStore(database, timeoutMs),
    mailQueue: createSqlMailQueue(database, timeoutMs),
  };
}

/** The work, once it has succeeded: until then each call tries it again. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done = false;
  return async () => {
    if (done) return;
    await work();
    done = true;
  };
}

type UseCaseConfig = Pick<
  Config,
  'EMAIL_UNIQUENESS' | 'API_KEYS' | 'MANAGEMENT' | 'REQUIRE_API_KEY'
> &
  WebhookConfig &
  VerificationConfig;

export type UseCases = ReturnType<typeof composeUseCases>;

export function composeUseCases(config: UseCaseConfig, stores: Stores, host: Host) {
  const keyOf = emailKeyOf(config.EMAIL_UNIQUENESS);
  const users = createUsers({ ...stores.users, ...stores.idempotency }, keyOf);
  const verification = composeVerification(config, stores, host);
  return {
    users: withUserMetrics(users, host.metrics),
    verification,
    /** Where no key can exist the routes of management do not either (ADR 0058). */
    guarded: composeGuarded(config, stores, host, verification?.verification),
  };
}

function composeGuarded(
  config: UseCaseConfig,
  stores: Stores,
  host: Host,
  verification: Verification | undefined,
) {
  if (config.API_KEYS === undefined && !config.MANAGEMENT) return undefined;
  const { users, directory, events, keys, audit, scim } = stores;
  const { log, metrics } = host;
  const keyOf = emailKeyOf(config.EMAIL_UNIQUENESS);
  return {
    recognised: createApiKeys(config.API_KEYS ?? '', keys, log),
    keys: createKeys(keys),
    audit: createAudit(audit),
    refusals: createRefusals(audit, log),
    /** Whether the two documented routes require a key, too. */
    everywhere: config.REQUIRE_API_KEY,
    management: createManagement(directory, keyOf),
    scim: {
      users: createScimUsers(scim, keyOf),
      discovery: createDiscovery(config.EMAIL_UNIQUENESS === 'exact'),
    },
    /** Undefined: there is no proof of e-mail. */
    verification,
    events: createEvents(events),
    webhooks: composeWebhooks(config, stores, host),
    importUsers: withImportMetrics(createUserImport(users.insertAll, keyOf, log), metrics),
  };
}
