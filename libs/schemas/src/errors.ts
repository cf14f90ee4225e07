/**
 * What can go wrong, without HTTP. service-host alone maps each kind to a status.
 *
 * `invalid` is input that breaks a documented shape, `unprocessable` the same where a document asks for 422.
 * `bad-upstream`, `busy` and `timeout` say how another server failed; `overloaded` is a
 * service that takes no more at the moment.
 */
export const errorKinds = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'precondition-failed',
  'gone',
  'unprocessable',
  'too-large',
  'unsupported-media',
  'range-not-satisfiable',
  'not-implemented',
  'rate-limited',
  'bad-upstream',
  'busy',
  'overloaded',
  'timeout',
  'internal',
] as const;

export type ErrorKind = (typeof errorKinds)[number];

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
  /** The other server that failed; it reaches the log, never the client. */
  readonly host?: string | undefined;
}

/**
 * An outcome that the client learns of. `code` is stable and what clients switch on; `message` is public text and must
 * hold nothing private. Features declare their classes with `problem`, so that the API document finds code and text.
 */
export class ServiceError extends Error {
  override readonly name: string;
  readonly kind: ErrorKind;
  readonly code: string;
  readonly faults: readonly Fault[] | undefined;
  readonly retryAfter: number | undefined;
  /** Whoever knows it may add it on the way out. */
  host: string | undefined;
  /** Whether the log has a line of it; who writes one says so, so that there is no second. */
  isLogged = false;

  constructor(kind: ErrorKind, code: string, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.kind = kind;
    this.code = code;
    this.faults = options.faults;
    this.retryAfter = options.retryAfter;
    this.host = options.host;
  }
}

/** The static side of an error class; routes name such classes in `config.errors`. */
export interface ProblemClass {
  readonly kind: ErrorKind;
  /** Snake case, one of the closed set of the service. */
  readonly code: string;
  /** The public sentence: `detail` of the problem, and the description in the API document. */
  readonly detail: string;
  new (...parameters: never[]): ServiceError;
}

/** What `problem` returns; exported because declarations of the classes name it. */
export interface ProblemBase extends ProblemClass {
  new (options?: ServiceErrorOptions): ServiceError;
}

/**
 * The base class of an error of a feature, in which kind, code and public sentence are written once:
 *
 * ```ts
 * export class EmailTaken extends problem('conflict', 'email_taken', 'A user with this Email already exists.') {}
 * ```
 *
 * @param always what every error of the class has, unless its own options say otherwise
 */
export function problem(
  kind: ErrorKind,
  code: string,
  detail: string,
  always: ServiceErrorOptions = {},
): ProblemBase {
  return class extends ServiceError {
    static readonly kind = kind;
    static readonly code = code;
    static readonly detail = detail;

    constructor(options?: ServiceErrorOptions) {
      super(kind, code, detail, { ...always, ...options });
    }
  };
}
