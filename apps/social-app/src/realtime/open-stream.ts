import { Readable } from 'node:stream';
import type { Caller } from '../sessions/session.port.js';
import { createBell } from './bell.js';
import { eventFrames, type FrameParts, type Reader } from './event-frames.js';
import { createWhisperBox } from './whisper-box.js';

/** A heartbeat is cut into so many parts, so that streams do not all beat at one moment. */
export const beatSlots = 8;

/** One client's open stream. */
export interface OpenStream {
  readonly caller: Caller;
  readonly reader: Reader;
  readonly body: Readable;
  /** The part of each heartbeat in which it is looked after. */
  readonly slot: number;
  /** Frames that the client has taken, at the last look and now. */
  seen: number;
  pulled: number;
}

/**
 * Frames are made as the client takes them; at most `maxBufferedBytes` of them wait here.
 *
 * @param since the last event the client has; null for a first connection
 */
export function openStream(
  parts: FrameParts,
  caller: Caller,
  since: number | null,
  maxBufferedBytes: number,
): OpenStream {
  const { userId } = caller;
  const reader: Reader = {
    userId,
    bell: createBell(),
    whispers: createWhisperBox(),
    position: since,
  };
  const frames = eventFrames(parts, reader);
  const slot = Math.floor(Math.random() * beatSlots);
  const stream = { caller, reader, slot, seen: -1, pulled: 0 };
  const body = new Readable({
    highWaterMark: maxBufferedBytes,
    read() {
      frames.next().then(
        ({ value }) => {
          stream.pulled += 1;
          this.push(value ?? null);
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      reader.bell.close();
      done(error);
    },
  });
  return Object.assign(stream, { body });
}

export function endStream({ reader, body }: OpenStream): void {
  reader.bell.close();
  // A client that takes nothing would never come to the end.
  if (isFull(body)) body.destroy();
}

/** A client with a full buffer that took nothing since the last look is dropped; its log waits for it. */
export function dropIfStalled(stream: OpenStream): void {
  if (isFull(stream.body) && stream.seen === stream.pulled) stream.body.destroy();
  stream.seen = stream.pulled;
}

function isFull(body: Readable): boolean {
  return body.readableLength >= body.readableHighWaterMark;
}
