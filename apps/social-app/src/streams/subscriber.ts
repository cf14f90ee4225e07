import type { Writable } from 'node:stream';
import type { Caller } from '../sessions/sessions.js';
import { firstFrames, framesAfter, type FrameParts, type Reader } from './event-frames.js';

/** A heartbeat is cut into so many parts, so that streams do not all beat at one moment. */
export const beatSlots = 8;

export interface StreamSettings {
  /** Bytes, and the rest of one frame, that wait in this process for the client to take them. */
  readonly maxBufferedBytes: number;
}

/**
 * One client's open stream. It writes frames into the response it is piped to by itself, and only after a ring: a
 * `Readable`, or a generator that waits, would cost each of thousands of idle streams more than all that is needed here.
 */
export class Subscriber {
  readonly caller: Caller;
  readonly reader: Reader;
  /** The part of each heartbeat in which it is looked after. */
  readonly slot = Math.floor(Math.random() * beatSlots);
  /** Called once, when nobody reads it any more. */
  onOver: () => void = () => {};
  private readonly parts: FrameParts;
  private readonly settings: StreamSettings;
  private out: Writable | undefined = undefined;
  private isPouring = false;
  private isOver = false;
  private goOn: (() => void) | undefined = undefined;
  /** Frames written, now and at the last look. */
  private written = 0;
  private seen = -1;

  constructor(caller: Caller, reader: Reader, parts: FrameParts, settings: StreamSettings) {
    this.caller = caller;
    this.reader = reader;
    this.parts = parts;
    this.settings = settings;
    reader.bell.hear = () => this.pour();
  }

  pipe<Out extends Writable>(out: Out): Out {
    this.out = out;
    this.pour();
    return out;
  }

  /** A stream has events; all that a server could hear of this one it hears of the response, which is kept anyway. */
  on(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }

  /** Ends what nobody reads any more; called for whatever reason the response is over. */
  destroy(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.reader.bell.close();
    this.goOn?.();
    this.onOver();
  }

  /** Lets the client have what is written already, unless it takes nothing and would never come to the end. */
  finish(): void {
    this.reader.bell.close();
    if (this.isFull()) this.out?.destroy();
  }

  /** A client with a full buffer that took nothing since the last look is dropped; its log waits for it. */
  dropIfStalled(): void {
    if (this.isFull() && this.seen === this.written) this.out?.destroy();
    this.seen = this.written;
  }

  private isFull(): boolean {
    return this.out !== undefined && this.out.writableLength >= this.settings.maxBufferedBytes;
  }

  private pour(): void {
    if (this.isPouring || this.isOver || this.out === undefined) return;
    this.isPouring = true;
    const { out } = this;
    this.answerRings(out).catch((error: unknown) => {
      this.parts.onError(error);
      out.destroy();
    });
  }

  /** Until there is none; the next one starts it anew. */
  private async answerRings(out: Writable): Promise<void> {
    if (this.written === 0) await this.write(out, firstFrames(this.parts, this.reader));
    for (let ring = this.reader.bell.take(); ring !== null; ring = this.reader.bell.take()) {
      if (ring === 'closed') {
        this.destroy();
        return void out.end();
      }
      await this.write(out, framesAfter(ring, this.parts, this.reader));
    }
    this.isPouring = false;
  }

  private async write(out: Writable, frames: AsyncIterable<string>): Promise<void> {
    for await (const frame of frames) {
      if (this.isOver || out.destroyed) return;
      if (this.written === 0) flatten(out);
      this.written += 1;
      out.write(frame);
      if (this.isFull()) await this.room(out);
    }
  }

  /** Once the client has taken what waits, or has gone. */
  private room(out: Writable): Promise<void> {
    return new Promise((resolve) => {
      this.goOn = resolve;
      out.once('drain', resolve);
    });
  }
}

/** Node keeps the head as the many strings it was put together from, unless it is written by itself. */
function flatten(out: Writable & { flushHeaders?: () => void }): void {
  out.flushHeaders?.();
}
