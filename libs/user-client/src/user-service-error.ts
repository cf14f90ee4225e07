import type { ErrorCode, Fault, Operation } from './api-types.js';

export interface ErrorFacts {
  readonly operation: Operation;
  readonly code: string;
  /** A public sentence, without anything of the request. */
  readonly detail?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: readonly Fault[] | undefined;
  readonly attempts?: number | undefined;
  readonly mayHaveHappened?: boolean | undefined;
  readonly cause?: unknown;
}

/**
 * What every call fails with, but for an abort by the caller, which is the reason of the caller's signal. Neither the message nor
 * any member holds the key, the address or a body, so an error can be logged; `cause` may be what a function of the caller failed
 * with.
 */
export class UserServiceError extends Error {
  override readonly name: string = 'UserServiceError';
  /** The `code` of the problem document, or one of the client's own; a newer service may reply codes that are not listed. */
  readonly code: ErrorCode | (string & {});
  /** The route that was called. */
  readonly operation: Operation;
  /** A public sentence that says what is wrong. */
  readonly detail: string | undefined;
  /** Undefined: there was no reply. */
  readonly status: number | undefined;
  /** How long the service asks to wait before the next try; undefined: it does not say. */
  readonly retryAfterMs: number | undefined;
  /** By this the log of the service finds the request. */
  readonly requestId: string | undefined;
  /** The members of the request that break their shape. */
  readonly errors: readonly Fault[];
  /** How often the request was tried; 0 where it could not be made at all. */
  readonly attempts: number;
  /**
   * True: it is not known whether the service carried out what was asked, by this attempt or by one before. False: the service
   * refused it, or never got it.
   */
  readonly mayHaveHappened: boolean;

  constructor(facts: ErrorFacts) {
    const { operation, code, detail, status, requestId } = facts;
    const said = [operation, status, code, detail].filter((part) => part !== undefined).join(' · ');
    super(
      requestId === undefined ? said : `${said} (request ${requestId})`,
      'cause' in facts ? { cause: facts.cause } : undefined,
    );
    this.operation = operation;
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.retryAfterMs = facts.retryAfterMs;
    this.requestId = requestId;
    this.errors = facts.errors ?? [];
    this.attempts = facts.attempts ?? 1;
    this.mayHaveHappened = facts.mayHaveHappened ?? false;
  }
}

/**
 * 410: events after the cursor are no longer kept, or the service was restored from a back-up. What was copied may lack
 * changes, so begin anew: `copy()` without `after`, or `exportUsers()` and then `events({ after: cursor })` with its cursor.
 */
export class CursorExpiredError extends UserServiceError {
  override readonly name: string = 'CursorExpiredError';

  constructor(facts: Omit<ErrorFacts, 'code'>) {
    const detail = 'Events after this cursor are gone: begin anew with copy() or exportUsers().';
    super({ ...facts, code: 'cursor_expired', detail });
  }
}

/** The error of the class that its code has. */
export function errorOf(facts: ErrorFacts): UserServiceError {
  return facts.code === 'cursor_expired'
    ? new CursorExpiredError(facts)
    : new UserServiceError(facts);
}

/** Whether it is an error of this client, and, where codes are given, has one of them. */
export function isUserServiceError<Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is UserServiceError & { readonly code: Code } {
  if (!(error instanceof UserServiceError)) return false;
  return codes.length === 0 || (codes as readonly string[]).includes(error.code);
}
