// One call: tries, pauses and the time for all of them.
import { limitedSignal, pause, untilAborted } from './limited-signal.js';
import { readText } from './read-body.js';
import { isObject } from './reply-checks.js';
import { isUncertain, mayRepeat, pauseAfter } from './retry-rules.js';
import {
  asServiceError,
  factsOf,
  sendRequest,
  urlOf,
  type OpenReply,
  type ServiceRequest,
} from './send-request.js';
import { checkNumbers, type CallOptions, type Settings } from './settings.js';
import { errorOf, UserServiceError } from './user-service-error.js';

export interface CallService {
  readonly settings: Settings;
  /** The JSON of a reply; `waitMs` is how long the service was asked to wait with it. */
  readonly json: <Body>(
    request: ServiceRequest,
    options?: CallOptions,
    waitMs?: number,
  ) => Promise<Body>;
  /** JSON, and the head that came with it. */
  readonly page: <Body>(request: ServiceRequest, options?: CallOptions) => Promise<JsonReply<Body>>;
  /** A reply without a body. */
  readonly done: (request: ServiceRequest, options?: CallOptions) => Promise<void>;
  /** A reply whose body the caller reads; the caller releases its limits. */
  readonly open: (request: ServiceRequest, options?: CallOptions) => Promise<OpenReply>;
}

interface JsonReply<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

/** What a call does with a reply, of which the head has arrived. What it throws may be tried again. */
type Read<Result> = (reply: OpenReply) => Result | Promise<Result>;

/** Each throws UserServiceError, or the reason of the caller's signal. */
export function createCallService(settings: Settings): CallService {
  const { attemptMs, maxReplyBytes } = settings;
  const send = <Result>(
    request: ServiceRequest,
    options: CallOptions,
    read: Read<Result>,
    waitMs = 0,
  ) => callService(settings, { request, options, attemptMs: attemptMs + waitMs }, read);

  const readWhole = async (reply: OpenReply) => {
    const body = await readJson(reply, maxReplyBytes);
    reply.limits.release();
    return { body, headers: reply.response.headers };
  };
  return {
    settings,
    json: async <Body>(request: ServiceRequest, options = {}, waitMs = 0) =>
      (await send(request, options, readWhole, waitMs)).body as Body,
    page: async <Body>(request: ServiceRequest, options = {}) =>
      (await send(request, options, readWhole)) as JsonReply<Body>,
    done: (request, options = {}) =>
      send(request, options, ({ response, limits }) => {
        limits.release();
        void response.body?.cancel().catch(() => {});
      }),
    open: (request, options = {}) => send(request, options, (reply) => reply),
  };
}

interface Call {
  readonly request: ServiceRequest;
  readonly options: CallOptions;
  /** How long one try may take, in milliseconds. */
  readonly attemptMs: number;
}

async function callService<Result>(
  settings: Settings,
  { request, options, attemptMs }: Call,
  read: Read<Result>,
): Promise<Result> {
  const { signal, deadlineMs = settings.deadlineMs, retries = settings.retries } = options;
  checkNumbers(options);
  const url = urlOf(settings.base, request);
  const isSafe = isRepeatable(request);
  const end = performance.now() + deadlineMs;
  let mayHaveHappened = false;
  for (let attempts = 1; ; attempts += 1) {
    signal?.throwIfAborted();
    const ms = Math.max(0, Math.min(attemptMs, end - performance.now()));
    const attempt = { wasSent: false };
    const limits = limitedSignal(ms, signal, () => timeoutOf(request, ms));
    try {
      const reply = sendRequest(settings, { request, url }, limits, attempt);
      return await untilAborted(reply.then(read), limits.signal);
    } catch (thrown) {
      limits.abort();
      signal?.throwIfAborted();
      if (!(thrown instanceof UserServiceError)) throw thrown;
      mayHaveHappened ||= attempt.wasSent && isUncertain(thrown);
      const error = errorOf({ ...thrown, cause: thrown.cause, attempts, mayHaveHappened });
      const pauseMs = pauseAfter(error, attempts, settings.firstPauseMs);
      const isLast = attempts > retries || performance.now() + pauseMs >= end;
      if (isLast || !mayRepeat(error, isSafe)) throw error;
      settings.onRetry(error, pauseMs);
      await pause(pauseMs, signal);
    }
  }
}

const isRepeatable = ({ method, headers = {} }: ServiceRequest) =>
  method === 'GET' || method === 'DELETE' || 'idempotency-key' in headers;

function timeoutOf({ operation }: ServiceRequest, ms: number) {
  const detail = `There was no whole reply within ${Math.round(ms)} ms.`;
  return errorOf({ operation, code: 'timeout', detail });
}

async function readJson(reply: OpenReply, maxBytes: number): Promise<object> {
  const facts = factsOf(reply);
  let text: string;
  try {
    text = await readText(reply.response.body, maxBytes);
  } catch (error) {
    throw asServiceError(error, facts, reply.limits);
  }
  try {
    const value: unknown = JSON.parse(text);
    const members = Object.entries(reply.request.members ?? {});
    if (isObject(value) && members.every(([name, check]) => check(value[name]))) return value;
  } catch {
    // The error of the platform would quote the text.
  }
  throw errorOf({
    ...facts,
    code: 'invalid_reply',
    detail: 'The reply is not JSON as documented.',
  });
}
