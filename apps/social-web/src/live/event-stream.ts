// One EventSource, reconnecting and going on after the last event that was received (ADR 0019).
//   connecting → live, when the server accepts the stream
//   live → connecting or offline, after a cut: the browser reconnects by itself
//   refused (a response that is no stream: signed out, a restart behind a gateway, a limit) → the browser gives up, and
//     a new EventSource follows after a growing pause
//   silent for three heartbeats (a connection that died without an end) → connecting, with a new EventSource
//   nothing is received at the start (a proxy that passes on nothing before the end) → short streams, of which each ends with the
//     first events: the browser opens the next one; from time to time a long one is tried again
import { expectedUserHeaders } from '../api/expected-user.js';
import { eventTypes, type LiveEvent } from './events.js';
import { watchSilence } from './silence-watch.js';
import { StartWatch } from './start-watch.js';

export type Connection = 'live' | 'connecting' | 'offline';

export interface StreamListener {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onConnection: (connection: Connection) => void;
  /** The response was no stream: the session may have ended. */
  readonly onRefused: () => void;
}

const maxPauseMs = 30_000;
/** A stream of a page that was hidden longer than this may be dead without notice. */
const doubtfulAfterMs = 60_000;

/** Opens this person's stream after the event `cursor`, or at its end without one. Returns a function that closes it. */
export function openEventStream(
  userId: string,
  cursor: string | null,
  listener: StreamListener,
): () => void {
  const stream = new EventStream(userId, cursor, listener);
  const closing = new AbortController();
  const { signal } = closing;
  let hiddenAt: number | null = null;
  const onVisible = () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt > doubtfulAfterMs) stream.renew();
  };
  addEventListener('online', () => stream.renew(), { signal });
  addEventListener('offline', () => listener.onConnection('offline'), { signal });
  document.addEventListener('visibilitychange', onVisible, { signal });
  stream.renew();
  return () => {
    closing.abort();
    stream.close();
  };
}

class EventStream {
  private readonly userId: string;
  private readonly listener: StreamListener;
  /** The last event that was received. */
  private last: string | null;
  private source: EventSource | undefined;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly silence = watchSilence(() => {
    this.noteLoss();
    this.connect();
  });
  private readonly start = new StartWatch({
    onHeldBack: () => this.connect(),
    onNothing: () => {
      this.noteLoss();
      this.connectLater();
    },
  });

  constructor(userId: string, cursor: string | null, listener: StreamListener) {
    this.userId = userId;
    this.last = cursor;
    this.listener = listener;
  }

  /** Over what may be another network. */
  renew(): void {
    this.start.forget();
    this.connect();
  }

  close(): void {
    clearTimeout(this.timer);
    this.silence.stop();
    this.start.stop();
    this.source?.close();
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.silence.heard();
    const query = new URLSearchParams({
      ...expectedUserHeaders(this.userId),
      ...this.start.query(),
    });
    if (this.last !== null) query.set('since', this.last);
    const source = new EventSource(`/api/events?${query}`);
    this.source = source;
    this.start.awaited();
    source.onopen = () => {
      this.failures = 0;
      this.listener.onConnection('live');
    };
    source.onerror = () => this.onError(source);
    const onMessage = (event: MessageEvent<string>) => this.onMessage(event);
    for (const type of eventTypes) source.addEventListener(type, onMessage);
    source.addEventListener('heartbeat', ({ data }: MessageEvent<string>) => {
      this.start.heard();
      this.silence.heartbeat((JSON.parse(data) as { readonly nextInMs: number }).nextInMs);
    });
  }

  private onError(source: EventSource): void {
    if (source.readyState === EventSource.CLOSED) {
      this.noteLoss();
      this.listener.onRefused();
      return this.connectLater();
    }
    const hasEnded = this.start.hasEnded();
    if (!hasEnded) this.noteLoss();
    if (hasEnded && this.start.takeTurn()) this.connect();
    else this.start.awaited();
  }

  private onMessage({ type, lastEventId, data }: MessageEvent<string>): void {
    this.start.heard();
    this.silence.heard();
    if (lastEventId) this.last = lastEventId;
    const event = { type, id: lastEventId, data: JSON.parse(data) as unknown };
    this.listener.onEvent(event as LiveEvent);
  }

  private noteLoss(): void {
    this.listener.onConnection(navigator.onLine ? 'connecting' : 'offline');
  }

  private connectLater(): void {
    this.start.stop();
    clearTimeout(this.timer);
    this.source?.close();
    const pause = Math.min(maxPauseMs, 1_000 * 2 ** this.failures++);
    this.timer = setTimeout(() => this.connect(), pause * (0.5 + Math.random() / 2));
  }
}
