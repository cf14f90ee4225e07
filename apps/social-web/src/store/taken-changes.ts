// What the server has taken of a queue, for tabs that were not told. A browser keeps storage events from a tab that is frozen: what
// was under way when it fell asleep is in the queue no more when it wakes, and without this it would look discarded until the event of
// the server comes: a deleted message would come back for that long, a sent one be gone. So would it in a page that is opened before
// what is kept of the chat was written.
import { readJson, takenQueuePrefix, type DeviceStorage } from '../api/device-storage.js';
import { serverNow } from '../api/server-clock.js';
import { endOf } from './ended-messages.js';
import type { QueuedChange } from './queue-model.js';

const mostKept = 50;
const keptForMs = 10 * 60_000;

interface Noted {
  /** None in what is damaged. */
  readonly queued?: QueuedChange;
  /** When it was taken, in milliseconds. */
  readonly takenAt: number;
}

const damaged: Noted = { takenAt: 0 };

interface Clock {
  /** Of this device, by which a note grows old, in milliseconds. */
  readonly now: () => number;
  /** By which messages end. */
  readonly serverNow: () => number;
  readonly after: (milliseconds: number, act: () => void) => unknown;
}

const clockOfDevice: Clock = {
  now: () => Date.now(),
  serverNow,
  after: (milliseconds, act) => setTimeout(act, milliseconds),
};

/** When the message ends that the server has made of a change, in milliseconds; never: Infinity. */
const endOfTaken = ({ taken }: QueuedChange): number => endOf(taken?.message ?? {});

export class TakenChanges {
  private readonly prefix: string;
  private readonly storage: Pick<DeviceStorage, 'getItem' | 'setItem' | 'removeItem' | 'keys'>;
  private readonly clock: Clock;

  constructor(me: string, storage: TakenChanges['storage'], clock = clockOfDevice) {
    this.prefix = takenQueuePrefix(me);
    this.storage = storage;
    this.clock = clock;
  }

  note(queued: QueuedChange): void {
    this.forget((noted, nth) => this.isOld(noted) || nth >= mostKept - 1 || isOver(noted, queued));
    const noted: Noted = { queued, takenAt: this.clock.now() };
    this.storage.setItem(this.prefix + queued.id, JSON.stringify(noted));
    this.forgetAtEnd(queued);
  }

  /** For every tab that knows of a change that was taken: the words of its message are to be nowhere once that has ended. */
  forgetAtEnd(queued: QueuedChange): void {
    const left = endOfTaken(queued) - this.clock.serverNow();
    if (left < keptForMs) this.clock.after(left, () => this.forget((noted) => this.isOld(noted)));
  }

  /** Those of before that are there no more since the server has taken them. */
  vanished(before: readonly QueuedChange[], after: readonly QueuedChange[]): QueuedChange[] {
    this.forget((noted) => this.isOld(noted));
    const left = new Set(after.map(({ id }) => id));
    const gone = before.filter(({ id }) => !left.has(id));
    return gone.flatMap(({ id }) => this.read(this.prefix + id)?.queued ?? []);
  }

  /** What was taken in the last minutes, in that order. */
  all(): QueuedChange[] {
    const keys = this.storage.keys().filter((key) => key.startsWith(this.prefix));
    const noted = keys.map((key) => this.read(key) ?? damaged).filter((one) => !this.isOld(one));
    return noted.sort((a, b) => a.takenAt - b.takenAt).flatMap(({ queued }) => queued ?? []);
  }

  /** @param isLeft of each with its place, the latest first */
  private forget(isLeft: (noted: Noted, nth: number) => boolean): void {
    const keys = this.storage.keys().filter((key) => key.startsWith(this.prefix));
    const noted = keys.map((key) => ({ key, ...(this.read(key) ?? damaged) }));
    noted.sort((a, b) => b.takenAt - a.takenAt);
    for (const { key } of noted.filter(isLeft)) this.storage.removeItem(key);
  }

  private isOld({ takenAt, queued }: Noted): boolean {
    const isKept = Math.abs(this.clock.now() - takenAt) < keptForMs;
    return !isKept || (queued !== undefined && endOfTaken(queued) <= this.clock.serverNow());
  }

  private read(key: string): Noted | null {
    const noted = readJson<Noted>(this.storage.getItem(key));
    return noted?.queued?.change ? noted : null;
  }
}

/** Whether what was taken is of a message that the next change deletes. */
function isOver({ queued }: Noted, next: QueuedChange): boolean {
  const { change, chatId } = next;
  if (change.kind !== 'delete' || queued?.chatId !== chatId) return false;
  const seq = queued.taken?.message?.seq ?? ('seq' in queued.change ? queued.change.seq : null);
  return seq === change.seq;
}
