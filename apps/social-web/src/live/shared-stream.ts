import type { Connection } from './connection.js';
import { openEventStream, type StreamListener } from './event-stream.js';
import type { LiveEvent } from './event-types.js';

type Word =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'cursor'; readonly cursor: string }
  | { readonly kind: 'newcomer' };

/**
 * One stream for all tabs of a user. Whoever holds the lock has it and passes everything on; when that tab goes, the
 * browser gives the lock to the next, which goes on after the last event it has heard of.
 * Returns the way out.
 */
export function joinSharedStream(userId: string, listener: StreamListener): () => void {
  const name = `triptych-stream-${userId}`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let cursor: string | null = null;
  let leads = false;
  let connection: Connection = 'connecting';

  const say = (word: Word) => channel.postMessage(word);

  function takeEvent(event: LiveEvent): void {
    if (event.id) cursor = event.id;
    listener.onEvent(event);
  }
  function takeConnection(next: Connection): void {
    connection = next;
    listener.onConnection(next);
  }

  channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
    if (word.kind === 'event') takeEvent(word.event);
    if (word.kind === 'connection') takeConnection(word.connection);
    if (word.kind === 'cursor') cursor ??= word.cursor;
    if (word.kind === 'newcomer' && leads) {
      say({ kind: 'connection', connection });
      if (cursor) say({ kind: 'cursor', cursor });
    }
  };

  async function lead(): Promise<void> {
    leads = true;
    const close = openEventStream(cursor, {
      onEvent(event) {
        takeEvent(event);
        say({ kind: 'event', event });
      },
      onConnection(next) {
        takeConnection(next);
        say({ kind: 'connection', connection: next });
      },
      onRefused: listener.onRefused,
    });
    await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve));
    close();
  }

  say({ kind: 'newcomer' });
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {
    // Left before the lock was ever ours.
  });
  return () => {
    leaving.abort();
    channel.close();
  };
}
