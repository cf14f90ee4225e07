import type { Bell, Ring } from './bell.js';
import type { EventBatch, EventLog, LoggedEvent } from './event-log.port.js';
import { toEventData, toFrame, toEphemeralData } from './frame-mapping.js';
import type { WhisperBox } from './whisper-box.js';

export interface FrameParts {
  readonly log: Pick<EventLog, 'readAfter' | 'readHead'>;
  readonly isOnline: (userId: string) => boolean;
  readonly onError: (error: unknown) => void;
  /** Milliseconds a client is told to wait before it comes back, at least; three times as many at most. */
  readonly retryMs: number;
}

/** One client at its stream. */
export interface Reader {
  readonly userId: string;
  readonly bell: Bell;
  readonly whispers: WhisperBox;
  /** The last event it was given, or says it has; null before the first look. */
  position: number | null;
  /** Those of the reader's friends who are there; null once told. */
  onlineFriends: Promise<string[]> | null;
}

/** Events read in one go. */
const batchSize = 100;
/** Milliseconds until a database that was away is asked again. */
const patience = 1_000;

/** What a stream begins with: from the event after its position, or from now on when that is null. */
export async function* firstFrames(
  parts: FrameParts,
  reader: Reader,
): AsyncGenerator<string, void> {
  // Not all at once after a restart.
  yield `retry: ${Math.round(parts.retryMs * (1 + 2 * Math.random()))}\n\n`;
  if (reader.position === null) {
    reader.position = await parts.log.readHead(reader.userId);
    yield toFrame(reader.position, 'ready', { cursor: reader.position });
  }
  const online = await orNull(parts, reader.onlineFriends);
  if (online) yield toFrame(null, 'presence_list', { online });
  // Changes are whispered from now on: an idle stream keeps no list.
  reader.onlineFriends = null;
  // What happened before the stream began to listen is news, too.
  yield* newEvents(parts, reader);
}

/**
 * What a stream has to tell after a ring. The log is the truth: it is read after every one, so a lost wake-up only
 * delays. Whoever pulls the frames sets the pace.
 */
export async function* framesAfter(
  ring: Exclude<Ring, 'closed'>,
  parts: FrameParts,
  reader: Reader,
): AsyncGenerator<string, void> {
  for (const whisper of reader.whispers.take()) {
    yield toFrame(null, whisper.type, toEphemeralData(whisper));
  }
  if (ring === 'news') yield* newEvents(parts, reader);
  if (ring === 'beat') yield ': still here\n\n';
}

async function* newEvents(parts: FrameParts, reader: Reader): AsyncGenerator<string, void> {
  const { userId, bell } = reader;
  for (;;) {
    const position = reader.position ?? 0;
    const batch = await orNull(parts, parts.log.readAfter(userId, position, batchSize));
    if (!batch) return void setTimeout(() => bell.ring(), patience).unref();
    if (hasGap(batch, position)) {
      reader.position = batch.head;
      yield toFrame(batch.head, 'reset', { cursor: batch.head });
      continue;
    }
    for (const event of batch.events) {
      yield toFrame(event.seq, event.type, toEventData(event, userId)) + greeting(parts, event);
      reader.position = event.seq;
    }
    if (batch.events.length < batchSize || bell.closed) return;
  }
}

/** Who has just become a friend may have been there for long. */
function greeting({ isOnline }: FrameParts, { type, personId }: LoggedEvent): string {
  const there = type === 'new_friend' && personId !== null && isOnline(personId);
  return there ? toFrame(null, 'presence', { userId: personId, online: true }) : '';
}

/** Events missing between the position and the first, among themselves, or before the head; or an unknown position. */
function hasGap({ head, events }: EventBatch, position: number): boolean {
  if (events.length === 0) return head !== position;
  return events.some(({ seq }, index) => seq !== position + 1 + index);
}

/** A database that is away for a moment must not end the stream. */
async function orNull<T>({ onError }: FrameParts, promise: Promise<T> | null): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    onError(error);
    return null;
  }
}
