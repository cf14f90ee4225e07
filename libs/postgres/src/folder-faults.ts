import { DependencyFault, type FaultReason } from '@triptych/logging';
import { sqlState } from './database-errors.js';

// What keeps the folder of an embedded database from being used. docs/operations.md has the same table. Neither the path nor
// the message of the system is passed on: the operator knows the variable.

const full =
  'No room is left where DATA_DIR is: make some there, or give the service another DATA_DIR.';
const inTheWay =
  'DATA_DIR cannot be made: a part of its path is a file, or not there and cannot be made.';
const faults: Readonly<Record<string, readonly [FaultReason, string]>> = {
  ENOSPC: ['overloaded', full],
  EDQUOT: ['overloaded', full],
  EROFS: ['read_only', 'DATA_DIR is on a file system that is read-only.'],
  EACCES: ['missing_grant', 'The user of this process may not write to DATA_DIR.'],
  EPERM: ['missing_grant', 'The user of this process may not write to DATA_DIR.'],
  EEXIST: ['unreachable', inTheWay],
  ENOTDIR: ['unreachable', inTheWay],
  ENOENT: ['unreachable', inTheWay],
  ENAMETOOLONG: ['unreachable', 'The path of DATA_DIR is too long.'],
  EIO: ['unknown', 'The disk of DATA_DIR fails: see the log of the system.'],
};

/** How PGlite's file system numbers them, in errors that are no `Error`. */
const codeOfNumber: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
};

/** A fault of the file system, as a start or a command that it ends reports it; undefined for anything else. */
export function describeFolderFault(error: unknown): DependencyFault | undefined {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  const found =
    sqlState(error) === '53100' ? 'ENOSPC' : (code ?? codeOfNumber[errno as number] ?? '');
  const [reason, advice] = faults[found as string] ?? [];
  if (reason === undefined || advice === undefined) return undefined;
  return new DependencyFault({ reason, code: found as string, advice }, { cause: error });
}

/** What was done in DATA_DIR; rejects with what the operator can do where the file system is at fault. */
export function inFolder<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof DependencyFault ? error : (describeFolderFault(error) ?? error);
  });
}
