import type { EventPage, UserEvent } from './api-types.js';
import type { CallService } from './call-service.js';
import { pause } from './limited-signal.js';
import { isObject, isText, listOf } from './reply-checks.js';
import { isTransient, pauseAfter } from './retry-rules.js';
import { checkNumbers, type CallOptions } from './settings.js';
import { errorOf, UserServiceError } from './user-service-error.js';

export interface EventsQuery {
  /** The cursor of what one has; without it, from the oldest event that is kept. */
  readonly after?: string | undefined;
  /** The most events of a page, 1 to 1000. */
  readonly limit?: number | undefined;
  /** Seconds to wait for the next event while there is none, up to 30. */
  readonly wait?: number | undefined;
}

export interface FeedOptions extends EventsQuery {
  /** Ends the feed, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** A change of a user, and where to go on once it was handled. */
export interface FeedEvent extends UserEvent {
  /**
   * To be stored with what the event changed: a run with it as `after` skips nothing. The last event of a page has the cursor
   * after itself, the others that before their page, whose events then come again.
   */
  readonly cursor: string | undefined;
}

/** A page without events that was to be waited for and comes sooner than this, in milliseconds, is followed by a pause. */
const soonMs = 1_000;

/** One page of the feed, as `GET /events` replies it. */
export async function readEventPage(
  { json, settings }: CallService,
  { after, limit, wait = 0 }: EventsQuery,
  options: CallOptions = {},
): Promise<EventPage> {
  checkNumbers({ wait });
  const waitMs = wait * 1000;
  const deadlineMs = options.deadlineMs ?? settings.deadlineMs + waitMs;
  const query = { after, limit, wait };
  const route = {
    method: 'GET',
    path: ['events'],
    query,
    members: { events: listOf(isObject), cursor: isText },
  } as const;
  const request = { operation: 'readEvents', ...route } as const;
  const page = await json<EventPage>(request, { ...options, deadlineMs }, waitMs);
  // By a cursor that stands still the same events would come for ever.
  const standsStill = page.cursor === after && page.events.length > 0;
  if (standsStill || !isPage(page)) {
    const detail = 'The page is none of the feed.';
    throw errorOf({ operation: 'readEvents', code: 'invalid_reply', detail });
  }
  return page;
}

/** In characters: it is part of the next request, and servers take no address of any length. */
const longestCursor = 1000;

function isPage({ events: list, cursor }: { readonly events: unknown; readonly cursor: unknown }) {
  const isCursor = typeof cursor === 'string' && cursor.length <= longestCursor;
  return isCursor && Array.isArray(list) && list.every(isEvent);
}

function isEvent(value: unknown): boolean {
  const { type, subject } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof type === 'string' && typeof subject === 'string';
}

/**
 * The feed by pages, without end, also those without events, after which the reader has everything. While the service fails
 * it asks again with growing pauses, from where it is: no event of a run is skipped, and none comes twice.
 *
 * @throws CursorExpiredError, and UserServiceError for what will not pass by itself; the reason of the signal
 */
export async function* eventPages(
  call: CallService,
  { after, limit = 1000, wait = 30, signal }: FeedOptions = {},
): AsyncGenerator<EventPage> {
  let cursor = after;
  // The first page is not waited for, so that a reader who has everything learns of it at once.
  for (let early = 0, isFirst = true; ; isFirst = false) {
    const began = performance.now();
    const query = { after: cursor, limit, wait: isFirst ? 0 : wait };
    const page = await readPersistently(call, query, signal);
    const isEarly = !isFirst && page.events.length === 0 && performance.now() - began < soonMs;
    cursor = page.cursor;
    yield page;
    // The service is about to stop, or something between holds no connection for long.
    early = isEarly ? early + 1 : 0;
    if (isEarly) await pause(Math.min(early, 10) * soonMs, signal);
  }
}

async function readPersistently(
  call: CallService,
  query: EventsQuery,
  signal: AbortSignal | undefined,
): Promise<EventPage> {
  const { firstPauseMs, onRetry } = call.settings;
  for (let failures = 1; ; failures += 1) {
    try {
      return await readEventPage(call, query, { signal, retries: 0 });
    } catch (error) {
      if (!(error instanceof UserServiceError) || !isTransient(error)) throw error;
      const ms = pauseAfter(error, failures, firstPauseMs);
      onRetry(error, ms);
      await pause(ms, signal);
    }
  }
}

/** The feed event by event; see `eventPages`. */
export async function* events(
  call: CallService,
  options: FeedOptions = {},
): AsyncGenerator<FeedEvent> {
  let before = options.after;
  for await (const { events: list, cursor } of eventPages(call, options)) {
    for (const [at, event] of list.entries()) {
      options.signal?.throwIfAborted();
      yield { ...event, cursor: at === list.length - 1 ? cursor : before };
    }
    before = cursor;
  }
}
