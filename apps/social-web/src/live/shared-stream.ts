// One event stream for all tabs of a user (ADR 0019). Guarantees: every tab gets every event, since a tab that takes over
// goes on after the last event it has received; one may come twice, which changes nothing more.
//   follower: waits for the Web Lock, receives events over the BroadcastChannel
//   leader: holds the lock and the EventSource, posts events, the connection and, to a new tab, the cursor
//   the leader is closed → the browser passes the lock to the next tab, which becomes the leader
import { openEventStream, type Connection, type StreamListener } from './event-stream.js';
import type { LiveEvent } from './events.js';

type TabMessage =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'cursor'; readonly cursor: string }
  | { readonly kind: 'joined' };

/** Returns a function that leaves the shared stream. */
export function joinSharedStream(userId: string, listener: StreamListener): () => void {
  const name = `triptych-stream-${userId}`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let cursor: string | null = null;
  let isLeader = false;
  let connection: Connection = 'connecting';

  const post = (message: TabMessage) => channel.postMessage(message);

  function onEvent(event: LiveEvent): void {
    if (event.id) cursor = event.id;
    listener.onEvent(event);
  }
  function onConnection(next: Connection): void {
    connection = next;
    listener.onConnection(next);
  }

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'event') onEvent(message.event);
    if (message.kind === 'connection') onConnection(message.connection);
    if (message.kind === 'cursor') cursor ??= message.cursor;
    if (message.kind === 'joined' && isLeader) {
      post({ kind: 'connection', connection });
      if (cursor) post({ kind: 'cursor', cursor });
    }
  };

  async function lead(): Promise<void> {
    isLeader = true;
    const close = openEventStream(cursor, {
      onEvent(event) {
        onEvent(event);
        post({ kind: 'event', event });
      },
      onConnection(next) {
        onConnection(next);
        post({ kind: 'connection', connection: next });
      },
      onRefused: listener.onRefused,
    });
    await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve));
    close();
  }

  post({ kind: 'joined' });
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {
    // Aborted before this tab got the lock.
  });
  return () => {
    leaving.abort();
    channel.close();
  };
}
