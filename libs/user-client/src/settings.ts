import type { UserServiceError } from './user-service-error.js';

export interface UserClientOptions {
  /** As in `https://users.example.org`; a path in it is kept. */
  readonly baseUrl: string | URL;
  /** Sent to `baseUrl` alone. A function is asked before each request, so that a rotated key needs no new client. What it fails with is the `cause` of the error. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /** In the place of the platform's. */
  readonly fetch?: typeof fetch | undefined;
  /** How long a call may take with all its tries and pauses, in milliseconds; 30 000. */
  readonly deadlineMs?: number | undefined;
  /** How long one try may take to its last byte, and a stream between two pieces, in milliseconds; 15 000. */
  readonly attemptMs?: number | undefined;
  /** How often a call is tried again where that is safe; 4. */
  readonly retries?: number | undefined;
  /** The pause before the second try, in milliseconds, which doubles with each further one; 250. */
  readonly firstPauseMs?: number | undefined;
  /** The longest reply that is read into memory, in bytes; 32 MiB. Streams are limited by the line. */
  readonly maxReplyBytes?: number | undefined;
  /** Is told of each failure after which the client goes on, for a log. */
  readonly onRetry?: ((error: UserServiceError, pauseMs: number) => void) | undefined;
}

/** What each call may have of its own. */
export interface CallOptions {
  /** Ends the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number | undefined;
  readonly retries?: number | undefined;
}

export interface Settings {
  /** Ends in a slash. */
  readonly base: URL;
  readonly apiKey: () => Promise<string | undefined>;
  readonly fetch: typeof fetch;
  readonly deadlineMs: number;
  readonly attemptMs: number;
  readonly retries: number;
  readonly firstPauseMs: number;
  readonly maxReplyBytes: number;
  readonly onRetry: (error: UserServiceError, pauseMs: number) => void;
}

/**
 * The options with what they leave out.
 *
 * @throws TypeError for what is no base URL, key or number
 */
export function parseOptions(options: UserClientOptions): Settings {
  const { apiKey } = options;
  const keyOf = typeof apiKey === 'function' ? apiKey : () => apiKey;
  if (typeof apiKey === 'string') checkKey(apiKey);
  checkNumbers(options);
  return {
    base: parseBaseUrl(options.baseUrl),
    apiKey: async () => checkKey(await keyOf()),
    // Browsers refuse a fetch that is called as the method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    deadlineMs: options.deadlineMs ?? 30_000,
    attemptMs: options.attemptMs ?? 15_000,
    retries: options.retries ?? 4,
    firstPauseMs: options.firstPauseMs ?? 250,
    maxReplyBytes: options.maxReplyBytes ?? 32 << 20,
    onRetry: options.onRetry ?? (() => {}),
  };
}

function parseBaseUrl(text: string | URL): URL {
  // The error of the platform would quote the text, with a password in it.
  const url = URL.canParse(text) ? new URL(text) : null;
  const rest = url && `${url.username}${url.password}${url.search}${url.hash}`;
  if (url === null || rest !== '' || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an http(s) URL without credentials, query and fragment.');
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** The error of the platform would quote the key. */
function checkKey(key: string | undefined): string | undefined {
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('apiKey must be visible ASCII characters.');
}

const numbers = ['deadlineMs', 'attemptMs', 'retries', 'firstPauseMs', 'maxReplyBytes', 'wait'];

/** What is no number would be smaller and greater than nothing, so that a limit made of it would not end anything. */
export function checkNumbers(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (!numbers.includes(name) || value === undefined || value >= 0) continue;
    throw new TypeError(`${name} must be a number, 0 or more.`);
  }
}
