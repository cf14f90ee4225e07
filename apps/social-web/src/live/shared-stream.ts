// One event stream for all tabs of a user (ADR 0019). Guarantees: every tab gets every event, since a tab that takes over
// goes on after the last event it has received; one may come twice, which changes nothing more.
//   follower: waits for the Web Lock, receives events over the BroadcastChannel
//   leader: holds the lock and the EventSource, posts events, the connection and, to a new tab, the cursor
//   the leader is closed → the browser passes the lock to the next tab, which becomes the leader
// Without locks, or without a channel, every tab is a leader. Tabs of a release that listens to other events have a stream of their
// own: from one of them this one would not hear what it alone knows.
import { openEventStream, type Connection, type StreamListener } from './event-stream.js';
import { Reached } from '../store/reached.js';
import { runWithLock } from '../api/web-lock.js';
import { heardEvents, type LiveEvent } from './events.js';

type TabMessage =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'cursor'; readonly cursor: string }
  | { readonly kind: 'joined' };

export interface SharedStreamListener extends StreamListener {
  /** This tab has the stream from now on, after this event. */
  readonly onLead: (cursor: string | null) => void;
  /** Another tab starts. What this one knows is written where that one can read it when this resolves. */
  readonly onJoined: () => Promise<void>;
  /** Everything up to this event has been written by the tab with the stream, and every later one is received. */
  readonly onFollow: (cursor: string) => void;
}

/** Joins after the event `start`, or anywhere without one. Returns a function that leaves the shared stream. */
export function joinSharedStream(
  userId: string,
  start: string | null,
  listener: SharedStreamListener,
): () => void {
  const name = `triptych-stream-${userId} ${heardEvents}`;
  const channel = openChannel(name, onMessage);
  const leaving = new AbortController();
  const reached = new Reached(start);
  let isLeader = false;
  let isFollower = false;
  let connection: Connection = 'connecting';

  const post = (message: TabMessage) => channel?.postMessage(message);

  const onEvent = both((event: LiveEvent) => reached.pass(event), listener.onEvent);
  const onConnection = both((next: Connection) => (connection = next), listener.onConnection);

  function onMessage({ data: message }: MessageEvent<TabMessage>): void {
    // What the tab before has posted comes again, without what this one has missed in between.
    if (message.kind === 'event' && !isLeader) onEvent(message.event);
    if (message.kind === 'connection' && !isLeader) onConnection(message.connection);
    if (message.kind === 'cursor' && !isLeader && !isFollower) follow(message.cursor);
    if (message.kind === 'joined' && isLeader) {
      post({ kind: 'connection', connection });
      const { cursor } = reached;
      void listener.onJoined().then(() => cursor && post({ kind: 'cursor', cursor }));
    }
  }

  function follow(cursor: string): void {
    isFollower = true;
    reached.settle(cursor);
    listener.onFollow(cursor);
  }

  async function lead(): Promise<void> {
    isLeader = true;
    reached.settle();
    listener.onLead(reached.cursor);
    const close = openEventStream(userId, reached.cursor, {
      onEvent: both(onEvent, (event) => post({ kind: 'event', event })),
      onConnection: both(onConnection, (next) => post({ kind: 'connection', connection: next })),
      onRefused: listener.onRefused,
    });
    await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve));
    close();
  }

  post({ kind: 'joined' });
  if (channel) runWithLock(name, leaving.signal, lead);
  else void lead();
  return () => {
    leaving.abort();
    channel?.close();
  };
}

/** Null where the browser has none, or denies it. */
function openChannel(
  name: string,
  onMessage: (message: MessageEvent<TabMessage>) => void,
): BroadcastChannel | null {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = onMessage;
    return channel;
  } catch {
    return null;
  }
}

/** Here, and then for the other tabs. */
function both<Value>(here: (value: Value) => void, there: (value: Value) => void) {
  return (value: Value) => {
    here(value);
    there(value);
  };
}
