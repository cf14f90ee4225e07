import { EventSource } from 'eventsource';
import type { SignedInUser } from './signed-in-user.js';

export interface ReceivedEvent {
  /** Its number; `lastId` is the whole. */
  readonly id: number;
  readonly type: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts what it expects to find
  readonly data: any;
}

/** A browser's EventSource with one user's cookie; it reconnects by itself. */
export interface EventClient {
  readonly received: ReceivedEvent[];
  /** What a client sends as `Last-Event-ID`. */
  lastId(): string;
  /** Events without an id. */
  readonly ephemeral: Omit<ReceivedEvent, 'id'>[];
  /** Resolves when a matching ephemeral event was received. */
  untilEphemeral(
    wanted: (event: Omit<ReceivedEvent, 'id'>) => boolean,
  ): Promise<Omit<ReceivedEvent, 'id'>>;
  /** Resolves when so many events were received, or one fits. */
  until(wanted: number | ((event: ReceivedEvent) => boolean)): Promise<ReceivedEvent[]>;
  /** The next time the connection is lost, or refused with a status. */
  lost(): Promise<{ code: number | undefined }>;
  close(): void;
}

const types = [
  'ready',
  'reset',
  'friend_request',
  'friend_request_sent',
  'new_friend',
  'request_denied',
  'request_cancelled',
  'removed_friend',
  'blocked',
  'unblocked',
  'person_erased',
  'message',
  'message_edited',
  'message_deleted',
  'message_hidden',
  'reaction',
  'message_pinned',
  'message_unpinned',
  'read',
  'settings',
  'mute',
  'archive',
  'expiry',
  'unread',
  'draft',
];

/** Without an id: they come at any time, so a test waits for them by name. */
const ephemeralTypes = [
  'presence_list',
  'presence',
  'presence_unknown',
  'person_changed',
  'typing',
];

export function openEvents(base: string, user: SignedInUser, query = ''): EventClient {
  const source = new EventSource(`${base}/api/events${query}`, {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, cookie: user.cookie } }),
  });
  const received: ReceivedEvent[] = [];
  let lastId = '';
  const { check, waitFor } = createWaits();
  const ephemeral: Omit<ReceivedEvent, 'id'>[] = [];
  const losses = new Set<(loss: { code: number | undefined }) => void>();
  for (const type of types) {
    source.addEventListener(type, ({ lastEventId, data }) => {
      received.push({
        id: parseInt(lastEventId),
        type,
        data: JSON.parse(data as string) as unknown,
      });
      lastId = lastEventId;
      check();
    });
  }
  for (const type of ephemeralTypes) {
    source.addEventListener(type, ({ data }) => {
      ephemeral.push({ type, data: JSON.parse(data as string) as unknown });
      check();
    });
  }
  source.addEventListener('error', ({ code }) => {
    losses.forEach((resolve) => resolve({ code }));
    losses.clear();
  });

  return {
    received,
    lastId: () => lastId,
    ephemeral,
    until: (wanted) =>
      waitFor(() => {
        const fits = typeof wanted === 'number' ? received.length >= wanted : received.some(wanted);
        return fits ? received : undefined;
      }),
    untilEphemeral: (wanted) => waitFor(() => ephemeral.find(wanted)),
    lost: () => new Promise((resolve) => losses.add(resolve)),
    close: () => source.close(),
  };
}

/** Promises of what is not there yet, looked for again at each `check`. */
function createWaits() {
  const looks = new Set<() => void>();
  return {
    check: () => looks.forEach((look) => look()),
    waitFor: <T>(find: () => T | undefined) =>
      new Promise<T>((resolve) => {
        const look = () => {
          const found = find();
          if (found === undefined) return;
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
  };
}

/** An open stream that has sent its cursor: whatever happens from now on is received. */
export async function openReadyEvents(base: string, user: SignedInUser): Promise<EventClient> {
  const client = openEvents(base, user);
  await client.until(1);
  return client;
}
