import type { Operation, ServiceErrorCode } from './api-types.js';
import type { LimitedSignal } from './limited-signal.js';
import { EndedWithinLine, readText, TooLarge, Unreadable } from './read-body.js';
import type { Check } from './reply-checks.js';
import { parseRetryAfter } from './retry-rules.js';
import type { Settings } from './settings.js';
import { errorOf, UserServiceError, type ErrorFacts } from './user-service-error.js';

export interface ServiceRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Segments of the path. */
  readonly path: readonly (string | Segment)[];
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What the members are without which the reply is not one of the service. */
  readonly members?: Readonly<Record<string, Check>>;
}

/** What the caller names, as an e-mail or an id. */
interface Segment {
  readonly value: string;
}

/** What is known of one try once it has failed. */
export interface Attempt {
  /** Whether the request was handed to the platform. */
  wasSent: boolean;
}

/** A reply with a status of success, of which the head has arrived. */
export interface OpenReply {
  readonly request: ServiceRequest;
  readonly response: Response;
  readonly limits: LimitedSignal;
}

/** Far more than a problem document has. */
const longestProblem = 256 << 10;

/**
 * Sends the request once.
 *
 * @throws UserServiceError for any reply that is no success, and without a reply; the reason of `limits` when that aborts
 */
export async function sendRequest(
  settings: Settings,
  { request, url }: { readonly request: ServiceRequest; readonly url: URL },
  limits: LimitedSignal,
  attempt: Attempt,
): Promise<OpenReply> {
  try {
    const headers = await headersOf(settings, request);
    // The function of the key may have taken all the time there was.
    limits.signal.throwIfAborted();
    attempt.wasSent = true;
    const response = await settings.fetch(url, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal: limits.signal,
      // The service redirects nowhere. Whoever does must not get the key, nor the body.
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    });
    const { status, type } = response;
    const redirects = type === 'opaqueredirect' || (status >= 300 && status < 400);
    if (redirects || !response.ok) throw await errorOfReply(request, response, redirects);
    return { request, response, limits };
  } catch (error) {
    throw asServiceError(error, { operation: request.operation }, limits);
  }
}

/** What reading or sending failed with, as an error of this client; a reason of the signal stays what it is. */
export function asServiceError(
  error: unknown,
  facts: Pick<ErrorFacts, 'operation' | 'status' | 'requestId'>,
  limits: LimitedSignal,
): unknown {
  if (limits.signal.aborted) return limits.signal.reason;
  if (error instanceof UserServiceError) return error;
  const [code, detail] = reasonOf(error);
  return errorOf({ ...facts, code, detail, cause: error });
}

function reasonOf(error: unknown): [code: string, detail: string] {
  if (error instanceof TooLarge) return ['reply_too_large', 'The reply is longer than allowed.'];
  if (error instanceof Unreadable) return ['invalid_reply', error.message];
  if (error instanceof EndedWithinLine) return ['network_error', 'The reply ended within a line.'];
  // Platforms tell a failed connection by a TypeError, and as what the body fails with.
  return ['network_error', 'The connection failed.'];
}

export const factsOf = ({ request, response }: Pick<OpenReply, 'request' | 'response'>) => ({
  operation: request.operation,
  status: response.status,
  requestId: response.headers.get('x-request-id') ?? undefined,
});

/** @throws UserServiceError for a segment that cannot be sent */
export function urlOf(base: URL, { operation, path, query = {} }: ServiceRequest): URL {
  const segments = path.map((part) => (typeof part === 'string' ? part : escape(part, operation)));
  // Without the dot `users:export` would be a URL of the scheme `users`.
  const url = new URL(`./${segments.join('/')}`, base);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** A value as one segment of a path; it is escaped, and may be refused, when the call begins. */
export const segment = (value: string): Segment => ({ value });

/** What URLs resolve away is refused, since another route would be called, and what is no text of Unicode. */
function escape({ value }: Segment, operation: Operation): string {
  try {
    // Without types it may be anything: `undefined` would be the e-mail `undefined`.
    const isNamed = typeof value === 'string' && !['', '.', '..'].includes(value);
    if (isNamed) return encodeURIComponent(value);
  } catch {
    // Half of a surrogate pair.
  }
  // Without the value, which may be an e-mail.
  const detail = 'What was asked for is neither an e-mail nor an id.';
  throw errorOf({ operation, code: 'invalid_request', detail, attempts: 0 });
}

async function headersOf(settings: Settings, request: ServiceRequest): Promise<Headers> {
  const headers = platformHeaders(request);
  const key = await keyOf(settings, request);
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  if (request.body !== undefined && !headers.has('content-type')) {
    headers.set('content-type', 'application/json');
  }
  return headers;
}

const visible = /^[\x21-\x7e]{1,255}$/;

/** @throws UserServiceError for a key that the service would refuse, or that is no text: all would share the key `null` */
function platformHeaders({ operation, headers = {} }: ServiceRequest): Headers {
  const key: unknown = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && visible.test(key)))
    return new Headers({ accept: 'application/json', ...headers });
  const detail = 'The idempotencyKey is not 1 to 255 visible ASCII characters.';
  throw errorOf({ operation, code: 'invalid_request', detail });
}

async function keyOf({ apiKey }: Settings, { operation }: ServiceRequest) {
  try {
    return await apiKey();
  } catch (cause) {
    const detail = 'The function apiKey failed, or its key is none.';
    throw errorOf({ operation, code: 'api_key_unavailable', detail, cause });
  }
}

interface ProblemBody {
  readonly code: ServiceErrorCode;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: ErrorFacts['errors'];
}

async function errorOfReply(request: ServiceRequest, response: Response, redirects: boolean) {
  const facts = {
    ...factsOf({ request, response }),
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), Date.now()),
  };
  const problem = redirects ? null : await readProblem(response);
  if (redirects) void response.body?.cancel().catch(() => {});
  if (problem === null) {
    const code = redirects ? 'unexpected_redirect' : 'unexpected_status';
    return errorOf({ ...facts, code, detail: 'The reply is not one of the user service.' });
  }
  const { code, detail, requestId = facts.requestId, errors } = problem;
  return errorOf({ ...facts, code, detail, requestId, errors });
}

/** Null: it is no problem document, as of a proxy, or it did not arrive whole; the status says enough. */
async function readProblem(response: Response): Promise<ProblemBody | null> {
  try {
    const value: unknown = JSON.parse(await readText(response.body, longestProblem));
    return isProblem(value) ? value : null;
  } catch {
    return null;
  }
}

function isProblem(value: unknown): value is ProblemBody {
  if (typeof value !== 'object' || value === null) return false;
  const { code, detail, requestId, errors } = value as Record<string, unknown>;
  return (
    isPlain(code) &&
    [detail, requestId].every((text) => text === undefined || isPlain(text)) &&
    (errors === undefined || Array.isArray(errors))
  );
}

/** They go to the logs of whoever calls: nothing long, no line of its own, nothing that a terminal obeys. */
const isPlain = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 1000 && !/\p{C}/u.test(text);
