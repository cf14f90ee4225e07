import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog } from '../streams/event-log.port.js';
import type { LogPosition } from '../streams/event-position.js';
import { Subscriber } from '../streams/subscriber.js';

type Log = Pick<EventLog, 'readAfter' | 'readHead'>;

interface HeldRead {
  readonly what: keyof Log;
  readonly go: () => Promise<void>;
}

export interface HeldFrame {
  readonly id: string;
  readonly type: string;
  readonly message: { readonly seq: number; readonly text: string } | undefined;
}

/** Turns of the event loop in which nothing comes any more after a read of the log. */
const quietTurns = 4;

/** The stream of one client, whose reads of the log wait until a test lets them go, and of whose frames it takes one at a time. */
export class HeldStream {
  /** The next frame with an id. */
  next: HeldFrame | undefined;
  private read: HeldRead | undefined;
  private readonly subscriber: Subscriber;

  constructor(log: Log, userId: string, since: LogPosition | null) {
    const hold = <Result>(what: keyof Log, read: () => Promise<Result>) =>
      new Promise<Result>((resolve) => {
        const go = async () => resolve(await read());
        this.read = { what, go };
      });
    const held: Log = {
      readAfter: (...asked) => hold('readAfter', () => log.readAfter(...asked)),
      readHead: (...asked) => hold('readHead', () => log.readHead(...asked)),
    };
    const onError = (error: unknown) => {
      throw error;
    };
    const presence = { isOnline: () => false, isUnknown: () => false };
    const caller = { userId, sessionId: 'unused' };
    const onlineFriends = Promise.resolve([]);
    this.subscriber = new Subscriber(
      { log: held, presence, onError, retryMs: 1000, heartbeatMs: 15_000 },
      { caller, since, briefMs: null, onlineFriends, onClose: () => {} },
    );
  }

  get heldRead(): keyof Log | undefined {
    return this.read?.what;
  }

  /** Until nothing happens without the test. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns && !this.next; quiet += 1) {
      await nextTurn();
      const frame = this.subscriber.read() as string | null;
      if (frame === null) continue;
      quiet = 0;
      this.next = parseFrame(frame);
    }
  }

  /** Lets the read go that is held, if any. */
  async letGo(): Promise<void> {
    const { read } = this;
    this.read = undefined;
    await read?.go();
    await this.settle();
  }

  async wake(): Promise<void> {
    if (!this.read) this.subscriber.wake();
    await this.settle();
  }

  async beat(head: LogPosition): Promise<void> {
    if (!this.read) this.subscriber.beat(head);
    await this.settle();
  }

  /** The next frame. */
  async take(): Promise<HeldFrame> {
    const { next } = this;
    if (!next) throw new Error('the stream holds no frame');
    this.next = undefined;
    await this.settle();
    return next;
  }

  close(): void {
    this.subscriber.destroy();
  }
}

/** Undefined for one without an id, such as a heartbeat. */
function parseFrame(frame: string): HeldFrame | undefined {
  const lines = new Map(
    frame.split('\n').map((line): [string, string] => {
      const [name = '', ...rest] = line.split(': ');
      return [name, rest.join(': ')];
    }),
  );
  const id = lines.get('id');
  if (id === undefined) return undefined;
  const { message } = JSON.parse(lines.get('data')!) as Pick<HeldFrame, 'message'>;
  return { id, type: lines.get('event')!, message };
}
