import type { ErrorKind } from './error-kind.js';

/** One fault of a payload: `pointer` is an RFC 6901 JSON pointer into the body. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

export interface ServiceErrorOptions {
  /** The technical reason; it reaches the log, never the client. */
  readonly cause?: unknown;
  readonly faults?: readonly Fault[];
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfter?: number;
}

/**
 * An outcome that a client is told about. Features declare their own subclasses beside their use cases.
 *
 * `code` is stable and what clients switch on; `message` is public text and must hold nothing private.
 */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly kind: ErrorKind;
  readonly code: string;
  readonly faults: readonly Fault[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(kind: ErrorKind, code: string, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.faults = options.faults;
    this.retryAfter = options.retryAfter;
  }
}
