// One EventSource, reconnecting and going on after the last event that was received (ADR 0019).
//   connecting → live, when the server accepts the stream
//   live → connecting or offline, after a cut: the browser reconnects by itself
//   refused (a response that is no stream: signed out, a restart behind a gateway, a limit) → the browser gives up, and
//     a new EventSource follows after a growing pause
//   silent for three heartbeats (a connection that died without an end) → connecting, with a new EventSource
import { eventTypes, type LiveEvent } from './events.js';
import { watchSilence } from './silence-watch.js';

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

/** Opens the stream after the event `cursor`, or at its end without one. Returns a function that closes it. */
export function openEventStream(cursor: string | null, listener: StreamListener): () => void {
  let last = cursor;
  let source: EventSource;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt: number | null = null;
  const onLost = () => listener.onConnection(navigator.onLine ? 'connecting' : 'offline');
  const silence = watchSilence(() => {
    onLost();
    connect();
  });

  function connect(): void {
    clearTimeout(timer);
    source?.close();
    silence.heard();
    source = new EventSource(last === null ? '/api/events' : `/api/events?since=${last}`);
    source.onopen = () => {
      failures = 0;
      listener.onConnection('live');
    };
    source.onerror = () => {
      onLost();
      if (source.readyState !== EventSource.CLOSED) return;
      listener.onRefused();
      connectLater();
    };
    for (const type of eventTypes) source.addEventListener(type, onMessage);
    source.addEventListener('heartbeat', ({ data }: MessageEvent<string>) => {
      silence.heartbeat((JSON.parse(data) as { readonly nextInMs: number }).nextInMs);
    });
  }

  function onMessage({ type, lastEventId, data }: MessageEvent<string>): void {
    silence.heard();
    if (lastEventId) last = lastEventId;
    const event = { type, id: lastEventId, data: JSON.parse(data) as unknown };
    listener.onEvent(event as LiveEvent);
  }

  function connectLater(): void {
    const pause = Math.min(maxPauseMs, 1_000 * 2 ** failures++);
    timer = setTimeout(connect, pause * (0.5 + Math.random() / 2));
  }

  function onVisible(): void {
    if (document.hidden) hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt > doubtfulAfterMs) connect();
  }

  const closing = new AbortController();
  const { signal } = closing;
  addEventListener('online', connect, { signal });
  addEventListener('offline', () => listener.onConnection('offline'), { signal });
  document.addEventListener('visibilitychange', onVisible, { signal });
  connect();
  return () => {
    closing.abort();
    clearTimeout(timer);
    silence.stop();
    source.close();
  };
}
