import type { Bell } from './bell.js';
import type { EventBatch, EventLog } from './event-log.port.js';
import { toEventData, toFrame } from './event-mapping.js';

export interface FrameParts {
  readonly log: Pick<EventLog, 'readAfter' | 'readHead'>;
  /** Asked at every heartbeat; false ends the stream. */
  readonly stillAllowed: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  readonly heartbeatMs: number;
  /** Milliseconds a client is told to wait before it comes back. */
  readonly retryMs: number;
}

/** Events read in one go. */
const batchSize = 100;

/**
 * One client's stream, from the event after `since`, or from now on when that is null. The log is the truth: it is
 * read after every ring and at every heartbeat, so a lost wake-up only delays. Whoever pulls the frames sets the pace.
 */
export async function* eventFrames(
  parts: FrameParts,
  userId: string,
  since: number | null,
  bell: Bell,
): AsyncGenerator<string, void> {
  yield `retry: ${parts.retryMs}\n\n`;
  let position = since ?? (await parts.log.readHead(userId));
  if (since === null) yield toFrame(position, 'ready', { cursor: position });
  while (!bell.closed) {
    const batch = await readOrNull(parts, userId, position);
    if (batch && hasGap(batch, position)) {
      position = batch.head;
      yield toFrame(position, 'reset', { cursor: position });
      continue;
    }
    for (const event of batch?.events ?? []) {
      yield toFrame(event.seq, event.type, toEventData(event, userId));
      position = event.seq;
    }
    if (batch?.events.length === batchSize) continue;
    if ((await bell.next(parts.heartbeatMs)) !== 'beat') continue;
    if (!(await allowedOrUnknown(parts))) return;
    yield ': still here\n\n';
  }
}

/** Events missing between the position and the first, among themselves, or before the head; or an unknown position. */
function hasGap({ head, events }: EventBatch, position: number): boolean {
  if (events.length === 0) return head !== position;
  return events.some(({ seq }, index) => seq !== position + 1 + index);
}

/** A database that is away for a moment must not end the stream: the next beat looks again. */
async function readOrNull({ log, onError }: FrameParts, userId: string, position: number) {
  try {
    return await log.readAfter(userId, position, batchSize);
  } catch (error) {
    onError(error);
    return null;
  }
}

async function allowedOrUnknown({ stillAllowed, onError }: FrameParts): Promise<boolean> {
  try {
    return await stillAllowed();
  } catch (error) {
    onError(error);
    return true;
  }
}
