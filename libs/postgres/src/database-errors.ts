import { type ErrorLayer, errorLayers } from '@triptych/logging';

/** The database did not do in time what it was asked for; whether it does it all the same is not known. */
export class DatabaseTimeoutError extends Error {
  override readonly name: string = 'DatabaseTimeoutError';

  constructor(options?: ErrorOptions) {
    super('the database did not respond in time', options);
  }
}

/** A standby, or a server that was made read-only, where one that takes writes is wanted. */
export class ReadOnlyServerError extends Error {
  override readonly name = 'ReadOnlyServerError';
  readonly code = '25006';

  constructor() {
    super('the database is read-only');
  }
}

/** The SQLSTATE of an error, wherever Prisma, `pg` or PGlite keep it. */
export function sqlState(error: unknown): string | undefined {
  for (const layer of errorLayers(error)) {
    for (const code of [layer['originalCode'], layer['code']]) {
      // Prisma's own codes (P1001, P2002) have the same length; PostgreSQL's begin with P only in class P0.
      if (typeof code === 'string' && /^(?!P[1-9])[0-9A-Z]{5}$/.test(code)) return code;
    }
  }
  return undefined;
}

/** True when a row refers to one that is gone, or was never there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return prismaCode(error) === 'P2003' || sqlState(error) === '23503';
}

/** True when a unique constraint refused the row. */
export function isUniqueViolation(error: unknown): boolean {
  return prismaCode(error) === 'P2002' || sqlState(error) === '23505';
}

/** True when the whole transaction lost against another and may simply be run again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return prismaCode(error) === 'P2034' || state === '40001' || state === '40P01';
}

/** True when the values of a row are at fault, so that other rows may be accepted. */
export function isDataFault(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  // Data exceptions, integrity, and limits such as an index row that is too long.
  return ['22', '23', '54'].includes(state.slice(0, 2));
}

/** Codes of Node and of Prisma for a server that cannot be reached, or refuses every connection. */
const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'],
  ...[
    'ENOTFOUND',
    'EAI_AGAIN',
    'P1000',
    'P1001',
    'P1002',
    'P1003',
    'P1008',
    'P1010',
    'P1011',
    'P1017',
  ],
  // A transaction that could not begin in time, or was not over in time.
  ...['P2024', 'P2028', 'P2037'],
]);
/** SQLSTATEs: limits of time and of idle transactions, read-only servers, shut-downs. Classes 08, 28, 3D and 53, too. */
const awayStates = new Set(['25006', '25P03', '55P03', '57014', '57P01', '57P02', '57P03']);
const awayClasses = new Set(['08', '28', '3D', '53']);
/** `pg` has no codes for these. */
const awayMessages =
  /^(Connection terminated|timeout e|Client (was closed|has encountered a connection error)|Cannot use a pool)/;

/** True when the database, and not what it was asked, is at fault: the same request may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (awayStates.has(state) || awayClasses.has(state.slice(0, 2))) return true;
  return errorLayers(error).some(
    (layer) =>
      layer instanceof DatabaseTimeoutError ||
      awayCodes.has(layer['code'] as string) ||
      (typeof layer['message'] === 'string' && awayMessages.test(layer['message'])),
  );
}

const lostCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/**
 * True when the connection ended under a statement, whose outcome is therefore unknown: only a statement that may be
 * run twice can be run again.
 */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (state.startsWith('08') || state === '57P01' || state === '57P02') return true;
  return errorLayers(error).some(
    ({ code, message }) =>
      lostCodes.has(code as string) ||
      (typeof message === 'string' && message.startsWith('Connection terminated')),
  );
}

function prismaCode(error: unknown): unknown {
  return (error as ErrorLayer | null | undefined)?.['code'];
}
