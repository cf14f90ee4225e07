import type { Connection } from './connection.js';
import { eventTypes, type LiveEvent } from './event-types.js';

export interface StreamListener {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onConnection: (connection: Connection) => void;
  /** The answer was no stream: the session may have ended. */
  readonly onRefused: () => void;
}

/** Longest pause between two attempts, milliseconds. */
const longestPause = 30_000;
/** A stream that was out of sight longer than this may be dead without knowing. */
const doubtfulAfter = 60_000;

/**
 * Keeps one EventSource open, going on after the last event that was seen. The browser reconnects by itself after a cut;
 * after an answer that is no stream (a restart behind a gateway, a limit) it gives up, and then this tries again.
 * Returns the way to close it.
 */
export function openEventStream(cursor: string | null, listener: StreamListener): () => void {
  let last = cursor;
  let source: EventSource;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt: number | null = null;

  function connect(): void {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(last === null ? '/api/events' : `/api/events?since=${last}`);
    source.onopen = () => {
      failures = 0;
      listener.onConnection('live');
    };
    source.onerror = () => {
      listener.onConnection(navigator.onLine ? 'connecting' : 'offline');
      if (source.readyState !== EventSource.CLOSED) return;
      listener.onRefused();
      connectLater();
    };
    for (const type of eventTypes) source.addEventListener(type, take);
  }

  function take({ type, lastEventId, data }: MessageEvent<string>): void {
    if (lastEventId) last = lastEventId;
    const event = { type, id: lastEventId, data: JSON.parse(data) as unknown };
    listener.onEvent(event as LiveEvent);
  }

  function connectLater(): void {
    const pause = Math.min(longestPause, 1_000 * 2 ** failures++);
    timer = setTimeout(connect, pause * (0.5 + Math.random() / 2));
  }

  function onVisible(): void {
    if (document.hidden) hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt > doubtfulAfter) connect();
  }

  function onOffline(): void {
    listener.onConnection('offline');
  }

  addEventListener('online', connect);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);
  connect();
  return () => {
    removeEventListener('online', connect);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisible);
    clearTimeout(timer);
    source.close();
  };
}
