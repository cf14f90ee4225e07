import { onlineManager } from '@tanstack/react-query';
import createClient, { type Middleware } from 'openapi-fetch';
import { expectedUserHeaders } from './expected-user.js';
import { noteServerDate } from './server-clock.js';
import type { components, paths } from '../generated/social-api.js';

/** The closed set of problem codes that the server documents. */
export type ProblemCode = components['schemas']['Problem']['code'];

/** The code of a message whose file is no longer on this device. */
export const fileLost = 'file_lost';

/** The code of what was refused without one of the server's. */
export const foreignRefusal = 'unknown';

/**
 * A refused request, or one whose reply is not the server's (`status` 0): it did not reach the server, its reply was cut off, or
 * something on the way has replied, such as the sign-in page of a network.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode | 'unreachable' | typeof foreignRefusal | typeof fileLost;
  /** Milliseconds from the `Retry-After` header, if the server sent one. */
  readonly retryAfterMs: number | null;
  /** It is no reply of the server's, and there was no network. */
  readonly isOffline: boolean;

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    retryAfterMs: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.isOffline = status === 0 && !onlineManager.isOnline();
  }
}

/** Whether the same request may succeed in a moment. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500 || isForeign(error);
}

/** Refused without a code of the server's: by something on the way, such as a filter, which may refuse it for good. */
export function isForeign(error: unknown): boolean {
  return error instanceof ApiError && error.code === foreignRefusal && error.status < 500;
}

export function unreachable(): ApiError {
  return new ApiError(0, 'unreachable', 'The server cannot be reached.');
}

const nameExpectedUser: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(expectedUserHeaders()))
      if (!request.headers.has(name)) request.headers.set(name, value);
  },
};

const throwProblems: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await toApiError(response);
    // Every route replies with JSON; half of it, or none, says nothing of what was asked for.
    const body = response.clone();
    if (!isJson(await body.text().catch(() => ''))) throw unreachable();
  },
  onError: unreachable,
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const noteClock: Middleware = {
  onResponse({ response: { headers } }) {
    // What a browser has kept says what time it was.
    if (headers.get('cache-control')?.includes('no-store')) noteServerDate(headers.get('date'));
  },
};

/** Milliseconds. What a change says is short, and so is its reply. */
const longestChangeMs = 60_000;

/**
 * A change that nobody replies to is given up: where a path ends without a word, as after a change of network, a browser waits for
 * minutes, and with it what is queued behind. What is read may be long, and its reader can go away.
 */
async function fetchInTime(request: Request, longestMs: number): Promise<Response> {
  if (request.method === 'GET') return fetch(request);
  const ending = new AbortController();
  const end = () => ending.abort();
  // Whoever asks may not wait for so long.
  request.signal.addEventListener('abort', end);
  if (request.signal.aborted) end();
  const timer = setTimeout(end, longestMs);
  try {
    const response = await fetch(request, { signal: ending.signal });
    await response.clone().arrayBuffer();
    return response;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', end);
  }
}

export type SocialApi = ReturnType<typeof createSocialApi>;

/**
 * The server's routes as its OpenAPI document has them. Every response that is not 2xx is thrown as an ApiError, as is one that
 * is not JSON.
 */
export function createSocialApi(baseUrl = '', longestMs = longestChangeMs) {
  const fetch = (request: Request) => fetchInTime(request, longestMs);
  const api = createClient<paths>({ baseUrl, credentials: 'same-origin', fetch });
  // Replies go through them from the last to the first: of one that is not the server's the clock is not either.
  api.use(nameExpectedUser, noteClock, throwProblems);
  return api;
}

export const socialApi = createSocialApi();

/** The body of a response that has one. */
export async function dataOf<Data>(response: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await response;
  return data as Data;
}

/** The same, where something else than the server may have replied with other JSON, and too much depends on it. */
export async function checkedDataOf<Data>(
  response: Promise<{ data?: Data }>,
  isReply: (data: Data) => boolean,
): Promise<Data> {
  const data = await dataOf(response);
  if (data === undefined || (data !== null && typeof data !== 'object') || !isReply(data))
    throw unreachable();
  return data;
}

/** The reply of routes that change something. */
export function saysChanged(reply: { readonly changed: boolean } | null): boolean {
  return typeof reply?.changed === 'boolean';
}

async function toApiError(response: Response): Promise<ApiError> {
  const { status, statusText, headers } = response;
  const body: unknown = await response.json().catch(() => null);
  return apiErrorOf({ status, statusText, body, retryAfter: headers.get('retry-after') });
}

interface RefusedReply {
  readonly status: number;
  readonly statusText: string;
  /** Null where it is not JSON. */
  readonly body: unknown;
  readonly retryAfter: string | null;
}

export function apiErrorOf({ status, statusText, body, retryAfter }: RefusedReply): ApiError {
  const { code, detail } = (body ?? {}) as { code?: unknown; detail?: string };
  const seconds = Number(retryAfter);
  return new ApiError(
    status,
    typeof code === 'string' ? (code as ProblemCode) : foreignRefusal,
    detail ?? statusText,
    seconds > 0 ? seconds * 1000 : null,
  );
}
