import { DependencyFault, describeFault, errorLayers, type Fault } from '@triptych/logging';
import { DatabaseTimeoutError, sqlState } from './database-errors.js';
import { MigrationError } from './migration-files.js';

// What keeps a database from being used, and what an operator can do. docs/operations.md has the same table.

const advice = {
  login_refused:
    'The server refuses role or password: check both in DATABASE_URL (percent-encoded), that the role may log in, and ' +
    'the line of pg_hba.conf for this machine (it may want TLS: sslmode).',
  unknown_database:
    'The database or schema of DATABASE_URL does not exist, or the role may not use it.',
  missing_grant: 'The role lacks a right: docs/operations.md has the GRANTs.',
  read_only:
    'The server is a standby or read-only: name all servers, with target_session_attrs=read-write, or the primary.',
  starting: 'The server starts, recovers or shuts down: wait, or see its log.',
  overloaded:
    'The server has no connection, memory or disk left: lower connection_limit, or see max_connections, the limit of ' +
    'the role, its memory and its disk.',
  unsupported: 'The server or pooler does not take what it is asked: see its log.',
  timeout:
    'No reply in time: see how busy the server is, who holds locks, and DATABASE_TIMEOUT_MS.',
  connection_lost: 'The server ended the connection: see its log; new connections are tried.',
  migrations:
    'A table, column or unique index is missing: run the `migrate` command, and check `schema` in DATABASE_URL; where ' +
    'nothing is pending, restore a back-up.',
} as const;

type Reason = keyof typeof advice;

const reasonOfState: Readonly<Record<string, Reason>> = {
  '08P01': 'unsupported',
  '25006': 'read_only',
  '25P03': 'timeout',
  '3F000': 'unknown_database',
  '42501': 'missing_grant',
  '42703': 'migrations',
  '42P01': 'migrations',
  '42P10': 'migrations',
  '55P03': 'timeout',
  '57014': 'timeout',
  '57P01': 'connection_lost',
  '57P02': 'connection_lost',
  '57P03': 'starting',
};
const reasonOfClass: Readonly<Record<string, Reason>> = {
  '08': 'connection_lost',
  '0A': 'unsupported',
  '28': 'login_refused',
  '3D': 'unknown_database',
  '53': 'overloaded',
};

/** What `pg` says without a code. The text itself is not passed on: PostgreSQL's own could hold a value. */
const reasonOfMessage: readonly (readonly [RegExp, Reason | 'tls'])[] = [
  [/^timeout e|due to connection timeout$/, 'timeout'],
  [/^Connection terminated|^Client (was closed|has encountered)/, 'connection_lost'],
  [/support SSL|SSL connection$/, 'tls'],
  [/^SASL/, 'login_refused'],
];

/** All else that PgBouncer says with this code is that it, or the server, has let go of a connection, or has none. */
const refusedParameter = /^unsupported startup parameter/;
const poolerAdvice =
  'The pooler has no connection to the server: see the log of the pooler, and whether the server runs.';
// An unknown setting, a value it does not have, one that only a start of the server sets, words that are no setting.
const settingStates: ReadonlySet<string> = new Set(['42704', '22023', '55P02', '42601']);
const settingAdvice =
  'The server does not take a setting that connections ask for: see `options` in DATABASE_URL, and the log of the server.';
// Said of a database whose ALLOW_CONNECTIONS is off, as while it is restored, and of work that waits for a recovery.
const notNow = '55000';
const notNowAdvice =
  'The database takes no connections at present: see ALLOW_CONNECTIONS, whether it is being restored, and the log.';
// Of the server itself: system errors and what it calls internal. A full disk is among them where it writes files of its own.
const ownFault = /^(?:58|XX)/;
const fullDisk = /^could not write init file|No space left on device|Disk quota exceeded/;
const ownAdvice =
  'The server met a fault of its own, such as a disk that fails or a damaged file: see its log, and its disk.';
const saidOf = (error: unknown): string[] =>
  errorLayers(error).flatMap(({ message, originalMessage }) =>
    [message, originalMessage].filter((text) => typeof text === 'string'),
  );

const noTls = 'TLS fails: the server offers none, and sslmode asks for it; or the other way round.';

/** Any error of a database, wherever Prisma or `pg` keep its code, as a fault for the log of readiness. */
export function describeDatabaseFault(error: unknown): DependencyFault {
  if (error instanceof DependencyFault) return error;
  return new DependencyFault(faultOf(error), { cause: error });
}

function faultOf(error: unknown): Fault {
  if (error instanceof MigrationError) return { reason: 'migrations', advice: error.message };
  const code = sqlState(error);
  // With the same code PgBouncer reports everything of its own.
  if (code === '08P01' && !saidOf(error).some((text) => refusedParameter.test(text))) {
    return { reason: 'connection_lost', code, advice: poolerAdvice };
  }
  if (code && ownFault.test(code)) {
    if (!saidOf(error).some((text) => fullDisk.test(text))) {
      return { reason: 'unknown', code, advice: ownAdvice };
    }
    return { reason: 'overloaded', code, advice: advice.overloaded };
  }
  if (code === notNow) return { reason: 'starting', code, advice: notNowAdvice };
  if (code && settingStates.has(code))
    return { reason: 'unsupported', code, advice: settingAdvice };
  const reason = code && (reasonOfState[code] ?? reasonOfClass[code.slice(0, 2)]);
  if (reason) return { reason, code, advice: advice[reason] };
  if (error instanceof DatabaseTimeoutError) return { reason: 'timeout', advice: advice.timeout };
  const { message = '' } = (error ?? {}) as Partial<Error>;
  const known = describeFault(error);
  const [, said] = reasonOfMessage.find(([pattern]) => pattern.test(message)) ?? [];
  if (known.reason !== 'unknown' || said === undefined) return known;
  return { reason: said, advice: said === 'tls' ? noTls : advice[said] };
}
