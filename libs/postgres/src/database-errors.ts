import { setTimeout as pause } from 'node:timers/promises';

/** The SQLSTATE of an error, wherever Prisma, `pg` or PGlite keep it. */
export function sqlState(error: unknown): string | undefined {
  for (const layer of layers(error)) {
    for (const code of [layer['originalCode'], layer['code']]) {
      // Prisma's own codes (P1001, P2002) have the same length; PostgreSQL's begin with P only in class P0.
      if (typeof code === 'string' && /^(?!P[1-9])[0-9A-Z]{5}$/.test(code)) return code;
    }
  }
  return undefined;
}

/**
 * True when a unique constraint refused the row. With `columns`, only when it was the constraint on exactly these.
 * Reads what the embedded adapter reports (the columns) and what PostgreSQL's does (the index name, which Prisma
 * makes from the table and the columns).
 */
export function isUniqueViolation(error: unknown, columns?: readonly string[]): boolean {
  const refused = prismaCode(error) === 'P2002' || sqlState(error) === '23505';
  if (!refused || columns === undefined) return refused;
  return layers(error).some((layer) => {
    const constraint = layer['constraint'] as
      { fields?: string[]; index?: string } | string | undefined;
    if (constraint === undefined || constraint === null) return false;
    if (typeof constraint === 'string') return isIndexOn(constraint, columns);
    const { fields, index } = constraint;
    if (typeof index === 'string') return isIndexOn(index, columns);
    return fields?.map((name) => name.replaceAll('"', '')).join() === columns.join();
  });
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

const lostCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/**
 * True when the connection ended under a statement, whose outcome is therefore unknown: only a statement that may be
 * run twice can be run again.
 */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (state.startsWith('08') || state === '57P01' || state === '57P02') return true;
  return layers(error).some(
    ({ code, message }) =>
      lostCodes.has(code as string) ||
      (typeof message === 'string' && message.startsWith('Connection terminated')),
  );
}

export interface RetryOptions {
  /** How often `work` is run at most. Default 5. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; doubled, and randomised, for each further one. Default 10. */
  readonly pauseMs?: number;
}

/**
 * Runs a transaction again when it lost against another (serialization failure, deadlock); anything else, and the
 * last loss, is thrown as it is. `work` must be safe to run again: nothing of a lost transaction was kept.
 */
export async function withRetry<T>(work: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { attempts = 5, pauseMs = 10 } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      await pause(Math.random() * pauseMs * 2 ** attempt);
    }
  }
}

type Layer = Record<string, unknown>;

/** The error and everything it wraps, outermost first. */
function layers(error: unknown): Layer[] {
  const found: Layer[] = [];
  const queue = [error];
  while (queue.length > 0 && found.length < 20) {
    const layer = queue.shift();
    if (typeof layer !== 'object' || layer === null) continue;
    const fields = layer as Layer;
    found.push(fields);
    queue.push(fields['meta'], fields['driverAdapterError'], fields['cause']);
  }
  return found;
}

function prismaCode(error: unknown): unknown {
  return (error as Layer | null | undefined)?.['code'];
}

function isIndexOn(index: string, columns: readonly string[]): boolean {
  return index.endsWith(`_${columns.join('_')}_key`);
}
