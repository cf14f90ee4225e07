// Import and export: streams of newline-delimited JSON, of any length in little memory.
import type { ImportOutcome, NewUser, User } from './api-types.js';
import type { CallService } from './call-service.js';
import { pause } from './limited-signal.js';
import { readLines } from './read-body.js';
import { isTransient, pauseAfter } from './retry-rules.js';
import { asServiceError, factsOf, type OpenReply } from './send-request.js';
import type { CallOptions } from './settings.js';
import { errorOf, UserServiceError } from './user-service-error.js';

export interface ExportQuery extends CallOptions {
  /** Only users after this e-mail, in byte order. */
  readonly after?: string | undefined;
  readonly emailPrefix?: string | undefined;
}

export interface UserExport {
  /** Where the feed goes on from this export: what changes while it runs comes again as an event. */
  readonly cursor: string;
  /**
   * All users in the byte order of their e-mails, once; a connection that breaks is resumed after the last one. One that nobody
   * begins to read is closed after `attemptMs`.
   */
  readonly users: AsyncGenerator<User>;
}

export interface ImportOptions extends CallOptions {
  /** How many users one request carries at most; 1000. */
  readonly batch?: number | undefined;
}

/** In characters: a line of an import or export is at most 64 KiB. */
const longestLine = 256 << 10;
const batchLength = 1 << 20;
const ndjson = 'application/x-ndjson';

/** Begins an export; resolves when its first bytes are there. */
export async function exportUsers(call: CallService, query: ExportQuery = {}): Promise<UserExport> {
  const { after, emailPrefix, ...options } = query;
  const open = (last: string | undefined) => {
    const sent = { after: last, email_prefix: emailPrefix };
    const route = { method: 'GET', path: ['users:export'], query: sent } as const;
    const headers = { accept: ndjson };
    return call.open({ operation: 'exportUsers', ...route, headers }, options);
  };
  const first = await open(after);
  const cursor = first.response.headers.get('events-cursor');
  if (cursor === null) {
    first.limits.abort();
    throw invalid(first, 'The export names no cursor.');
  }
  first.limits.limit(call.settings.attemptMs);
  return { cursor, users: resumed(call, { first, open, after }, options) };
}

interface Resumable {
  readonly first: OpenReply;
  readonly after: string | undefined;
  readonly open: (after: string | undefined) => Promise<OpenReply>;
}

async function* resumed(
  call: CallService,
  { first, open, after }: Resumable,
  { signal, retries = call.settings.retries }: CallOptions,
): AsyncGenerator<User> {
  const { attemptMs, firstPauseMs, onRetry } = call.settings;
  let last = after;
  let failures = 0;
  for (let reply: OpenReply | null = first; ; reply = null) {
    try {
      const current = reply ?? (await open(last));
      const before = last;
      for await (const user of objectsOf<User>(current, attemptMs, isUser)) {
        // The same users would come for ever.
        if (last === before && !isAfter(user.Email, last)) {
          throw invalid(current, 'The export does not go on after the last user.');
        }
        yield user;
        last = user.Email;
        failures = 0;
      }
      return;
    } catch (error) {
      if (!(error instanceof UserServiceError) || !isTransient(error)) throw error;
      failures += 1;
      if (failures > retries) throw error;
      const ms = pauseAfter(error, failures, firstPauseMs);
      onRetry(error, ms);
      await pause(ms, signal);
    }
  }
}

/** In the order of bytes, which is not that of the units of strings. */
function isAfter(email: string, last: string | undefined): boolean {
  if (last === undefined || email > last) return true;
  const [one, other] = [email, last].map((text) => new TextEncoder().encode(text));
  const at = one!.findIndex((byte, place) => byte !== other![place]);
  return at >= 0 && one![at]! > (other![at] ?? -1);
}

/**
 * Registers many users; yields what became of each, in their order. Each request carries a batch and is sent once, since a batch
 * that is sent again is answered with 409 for those who are there by then. Whoever goes on after an error begins with the first
 * user without an outcome: 409 is then perhaps their own registration.
 */
export async function* importUsers(
  call: CallService,
  users: Iterable<NewUser> | AsyncIterable<NewUser>,
  { batch = 1000, ...options }: ImportOptions = {},
): AsyncGenerator<ImportOutcome> {
  let before = 0;
  for await (const lines of batchesOf(users, batch)) {
    let outcomes = 0;
    for await (const outcome of importBatch(call, lines.join(''), options)) {
      outcomes += 1;
      yield { ...outcome, line: before + outcome.line };
    }
    if (outcomes !== lines.length) {
      // The service breaks an import off when its database fails.
      const detail = `The import broke off after line ${before + outcomes}.`;
      const facts = { operation: 'importUsers', code: 'network_error', detail } as const;
      throw errorOf({ ...facts, mayHaveHappened: true });
    }
    before += lines.length;
  }
}

async function* importBatch(
  call: CallService,
  body: string,
  options: CallOptions,
): AsyncGenerator<ImportOutcome> {
  const route = { method: 'POST', path: ['users:import'], body } as const;
  const headers = { accept: ndjson, 'content-type': ndjson };
  const reply = await call.open({ operation: 'importUsers', ...route, headers }, options);
  try {
    yield* objectsOf<ImportOutcome>(reply, call.settings.attemptMs, isOutcome);
  } catch (error) {
    if (!(error instanceof UserServiceError)) throw error;
    throw errorOf({ ...error, cause: error.cause, mayHaveHappened: true });
  }
}

async function* batchesOf(
  users: Iterable<NewUser> | AsyncIterable<NewUser>,
  size: number,
): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let length = 0;
  for await (const user of users) {
    const line = `${JSON.stringify(user)}\n`;
    if (lines.length > 0 && length + line.length > batchLength) {
      yield lines;
      [lines, length] = [[], 0];
    }
    lines.push(line);
    length += line.length;
    if (lines.length >= size) {
      yield lines;
      [lines, length] = [[], 0];
    }
  }
  if (lines.length > 0) yield lines;
}

type Check = (value: Readonly<Record<string, unknown>>) => boolean;

const isUser: Check = ({ ID, Email }) => typeof ID === 'string' && typeof Email === 'string';
const isOutcome: Check = ({ line, status }) => Number.isInteger(line) && Number.isInteger(status);

/** The objects of a reply, one a line. */
async function* objectsOf<Item>(
  reply: OpenReply,
  idleMs: number,
  check: Check,
): AsyncGenerator<Item> {
  const { response, limits } = reply;
  let isWhole = false;
  try {
    const lines = readLines(response.body, { limits, idleMs, maxLength: longestLine });
    for await (const several of lines) {
      for (const line of several) {
        limits.signal.throwIfAborted();
        yield parseLine(reply, line, check) as Item;
      }
    }
    isWhole = true;
  } catch (error) {
    throw asServiceError(error, factsOf(reply), limits);
  } finally {
    // Also when the consumer stops early.
    if (isWhole) limits.release();
    else limits.abort();
  }
}

function parseLine(reply: OpenReply, line: string, check: Check): unknown {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && check(value as never)) return value;
  } catch {
    // The error of the platform would quote the line.
  }
  throw invalid(reply, 'A line of the reply is not as documented.');
}

const invalid = (reply: OpenReply, detail: string) =>
  errorOf({ ...factsOf(reply), code: 'invalid_reply', detail });
