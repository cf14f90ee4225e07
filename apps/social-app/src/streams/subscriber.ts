// The event stream of one client: what waits for it, how it is written, and why it ends (ADR 0009, 0015, 0036).
// Guarantees: logged events come in order and none is skipped, or `reset` says that some are gone, also when the log was
// restored or cut and numbers are used again; a lost wake-up only delays, because every heartbeat compares the position with the log; ephemeral events come at most once; while a
// client is slow, one frame and the buffer of its response wait for it; an idle stream has no timer and no promise.
//   opening → retry, then `ready` (or the position the client resumes from) and presence_list → writing
//   writing → ephemeral events, then the log until it has been read to its end → idle; response buffer full → blocked
//   idle    → wake-up, ephemeral event or heartbeat → writing
//   blocked → the client takes what waits → writing; it takes nothing for a whole heartbeat → closed
//   ending  → session over or server stopping: what is being written is finished, unless blocked → closed
//   brief   → ends by itself, with the first that is no opening, or when its time is over
//   closed  → `onClose` is called once, also when the client went away or reading failed while opening
import { Readable } from 'node:stream';
import type { EphemeralEvent } from '../events/ephemeral-events.js';
import type { Caller } from '../sessions/sessions.js';
import type { EventBatch, EventLog, LoggedEvent } from './event-log.port.js';
import { isSamePosition, type LogPosition } from './event-position.js';
import type { Presence } from './presence.js';
import * as frames from './frame-mapping.js';

export interface SubscriberDependencies {
  readonly log: Pick<EventLog, 'readAfter' | 'readHead'>;
  readonly presence: Pick<Presence, 'isOnline' | 'isUnknown'>;
  readonly onError: (error: unknown) => void;
  /** Milliseconds after which a client that lost its stream comes back, at least; three times as many at most. */
  readonly retryMs: number;
  /** Milliseconds between two heartbeats. */
  readonly heartbeatMs: number;
  readonly delivered?: ((delay: number) => void) | undefined;
}

export interface Subscription {
  readonly caller: Caller;
  /** The last event the client has; null for a first connection. */
  readonly since: LogPosition | null;
  /** So many milliseconds it lasts at most, and no longer than until there is something to tell; null: it stays open. */
  readonly briefMs: number | null;
  readonly onlineFriends: Promise<string[]>;
  /** Called once, for whatever reason the stream is over. */
  readonly onClose: () => void;
}

/** Events read in one go. */
const batchSize = 100;
/** Milliseconds until a log that could not be read is read again. */
const readAgainAfter = 1_000;
/** Ephemeral events that wait for one client; of more, the oldest are dropped. */
const mailboxSize = 200;

/** A class, as Node's streams are; of thousands of idle ones each keeps little. */
export class Subscriber extends Readable {
  readonly caller: Caller;
  /** Where in each heartbeat it has its turn, from 0 to 1. */
  readonly phase = Math.random();
  private readonly dependencies: SubscriberDependencies;
  private readonly onClose: () => void;
  private readonly openedAt = Date.now();
  /** Of the last event written, or which the client says it has; null until the log was read. */
  private position: LogPosition | null;
  /** Null once written: later changes come as ephemeral events. */
  private onlineFriends: Promise<string[]> | null;
  /** The last event of each kind about each user. */
  private mailbox: Map<string, EphemeralEvent> | undefined = undefined;
  private isOpened = false;
  private isLogDue = true;
  private isHeartbeatDue = false;
  private isEnding = false;
  private isWriting = false;
  private unblock: (() => void) | undefined = undefined;
  private readonly ending: NodeJS.Timeout | null;
  private hasNews = false;
  private framesWritten = 0;
  private framesAtHeartbeat = -1;

  constructor(
    dependencies: SubscriberDependencies,
    { caller, since, briefMs, onlineFriends, onClose }: Subscription,
  ) {
    // Frames stay strings, and no more than one of them is buffered here.
    super({ objectMode: true, highWaterMark: 0 });
    this.dependencies = dependencies;
    this.caller = caller;
    this.position = since;
    this.onlineFriends = onlineFriends;
    this.onClose = onClose;
    this.ending = briefMs === null ? null : setTimeout(() => this.finish(), briefMs).unref();
  }

  /** The log may have grown. */
  wake(): void {
    this.isLogDue = true;
    this.proceed();
  }

  receive(event: EphemeralEvent): void {
    const mailbox = (this.mailbox ??= new Map());
    const key = `${event.type} ${'userId' in event ? event.userId : ''}`;
    // Deleted first, so that it is the newest in the order of insertion.
    mailbox.delete(key);
    mailbox.set(key, event);
    const [oldest] = mailbox.keys();
    if (mailbox.size > mailboxSize && oldest !== undefined) mailbox.delete(oldest);
    this.proceed();
  }

  /** `head`: where the user's log ends; null when that is not known. */
  beat(head: LogPosition | null): void {
    const isBehind =
      head !== null && this.position !== null && !isSamePosition(this.position, head);
    if (isBehind) return this.wake();
    this.isHeartbeatDue = true;
    this.proceed();
  }

  /** Before each heartbeat: closes the stream of a client that has taken nothing since the last one. */
  dropIfStalled(): void {
    if (this.isPaused() && this.framesWritten === this.framesAtHeartbeat) this.destroy();
    this.framesAtHeartbeat = this.framesWritten;
  }

  finish(): void {
    this.isEnding = true;
    // A response whose buffer is full would keep the server from stopping.
    if (this.isPaused()) this.destroy();
    else this.proceed();
  }

  override _read(): void {
    const { unblock } = this;
    this.unblock = undefined;
    if (unblock) unblock();
    else this.proceed();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.unblock?.();
    if (this.ending) clearTimeout(this.ending);
    this.onClose();
    callback(error);
  }

  private get isWorkDue(): boolean {
    return (
      this.isEnding ||
      !this.isOpened ||
      this.isLogDue ||
      this.isHeartbeatDue ||
      this.mailbox !== undefined
    );
  }

  private proceed(): void {
    if (this.isWriting || this.destroyed || !this.isWorkDue) return;
    this.isWriting = true;
    this.writeDue().catch((error: unknown) => {
      this.dependencies.onError(error);
      this.destroy();
    });
  }

  private async writeDue(): Promise<void> {
    while (this.isWorkDue && !this.destroyed) {
      if (this.isEnding) return void this.push(null);
      if (!this.isOpened) await this.writeOpening();
      const { mailbox, isLogDue, isHeartbeatDue } = this;
      const { heartbeatMs } = this.dependencies;
      this.mailbox = undefined;
      this.isLogDue = this.isHeartbeatDue = false;
      for (const event of mailbox?.values() ?? []) await this.putNews(frames.ephemeralFrame(event));
      if (isLogDue) await this.writeLog();
      else if (isHeartbeatDue) await this.put(frames.heartbeatFrame(heartbeatMs));
      if (this.ending && this.hasNews) this.isEnding = true;
    }
    // In the same step as the last check of what is due, so that nothing is missed in between.
    this.isWriting = false;
  }

  private async writeOpening(): Promise<void> {
    const { log, retryMs, heartbeatMs, presence } = this.dependencies;
    await this.put(frames.retryFrame(retryMs));
    if (this.position === null) {
      this.position = await log.readHead(this.caller.userId);
      await this.putNews(frames.cursorFrame('ready', this.position));
    }
    const online = this.onlineFriends && (await this.tryRead(this.onlineFriends));
    if (online) await this.put(frames.presenceListFrame(online, presence.isUnknown()));
    this.onlineFriends = null;
    await this.put(frames.heartbeatFrame(heartbeatMs));
    this.isOpened = true;
  }

  private async writeLog(): Promise<void> {
    const { log } = this.dependencies;
    const { userId } = this.caller;
    for (;;) {
      const position = this.position ?? { seq: 0, at: null };
      const batch = await this.tryRead(log.readAfter(userId, position, batchSize));
      const hasEnded = batch && hasGap(batch, position.seq);
      const head = hasEnded ? await this.tryRead(log.readHead(userId)) : null;
      if (!batch || (hasEnded && !head)) {
        return void setTimeout(() => this.wake(), readAgainAfter).unref();
      }
      if (head) {
        this.position = head;
        await this.putNews(frames.cursorFrame('reset', head));
        continue;
      }
      for (const event of batch.events) await this.putEvent(event);
      if (batch.events.length < batchSize || this.isEnding || this.destroyed) return;
    }
  }

  private async putEvent(event: LoggedEvent): Promise<void> {
    await this.putNews(frames.eventFrame(event, this.caller.userId));
    this.position = frames.positionOf(event);
    this.measure(event.at.getTime());
    const { type, personId: userId } = event;
    // A new friend may have been online for long.
    if (type === 'new_friend' && userId !== null && this.dependencies.presence.isOnline(userId)) {
      await this.put(frames.ephemeralFrame({ type: 'presence', userId, online: true }));
    }
  }

  /** What a client catches up with says nothing about delivery. */
  private measure(writtenAt: number): void {
    const { delivered } = this.dependencies;
    if (delivered && writtenAt >= this.openedAt) delivered(Date.now() - writtenAt);
  }

  private putNews(frame: string): Promise<void> {
    this.hasNews = true;
    return this.put(frame);
  }

  /** Resolves when the client can take more, or is gone. */
  private async put(frame: string): Promise<void> {
    if (this.destroyed) return;
    this.framesWritten += 1;
    if (this.push(frame)) return;
    await new Promise<void>((resolve) => (this.unblock = resolve));
  }

  /** A database that is away for a moment must not end the stream. */
  private async tryRead<T>(result: Promise<T>): Promise<T | null> {
    try {
      return await result;
    } catch (error) {
      this.dependencies.onError(error);
      return null;
    }
  }
}

/** Events are missing after the position, between the events or before the head; or the position is none of this log. */
function hasGap({ head, events, isReplaced }: EventBatch, position: number): boolean {
  if (isReplaced) return true;
  if (events.length === 0) return head !== position;
  return events.some(({ seq }, index) => seq !== position + 1 + index);
}
