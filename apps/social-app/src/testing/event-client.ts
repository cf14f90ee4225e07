import { EventSource } from 'eventsource';
import type { SignedInUser } from './signed-in-user.js';

export interface Heard {
  readonly id: number;
  readonly type: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts what it expects to find
  readonly data: any;
}

/** A browser's EventSource with one user's cookie; it reconnects by itself. */
export interface EventClient {
  readonly heard: Heard[];
  /** The same for what is told without an id. */
  readonly whispered: Omit<Heard, 'id'>[];
  /** Resolves when one was whispered that fits. */
  untilWhispered(wanted: (whisper: Omit<Heard, 'id'>) => boolean): Promise<Omit<Heard, 'id'>>;
  /** Resolves when so many events were heard, or one fits. */
  until(wanted: number | ((event: Heard) => boolean)): Promise<Heard[]>;
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
  'read',
  'settings',
];

/** Without an id: they come whenever they come, so a test asks for them by name. */
const whispers = ['presence_list', 'presence', 'typing'];

export function openEvents(base: string, user: SignedInUser, query = ''): EventClient {
  const source = new EventSource(`${base}/api/events${query}`, {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, cookie: user.cookie } }),
  });
  const heard: Heard[] = [];
  const checks = new Set<() => void>();
  const whispered: Omit<Heard, 'id'>[] = [];
  const losses = new Set<(loss: { code: number | undefined }) => void>();
  for (const type of types) {
    source.addEventListener(type, ({ lastEventId, data }) => {
      heard.push({ id: Number(lastEventId), type, data: JSON.parse(data as string) as unknown });
      checks.forEach((check) => check());
    });
  }
  for (const type of whispers) {
    source.addEventListener(type, ({ data }) => {
      whispered.push({ type, data: JSON.parse(data as string) as unknown });
      checks.forEach((check) => check());
    });
  }
  source.addEventListener('error', ({ code }) => {
    losses.forEach((tell) => tell({ code }));
    losses.clear();
  });

  const waitFor = <T>(look: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const check = () => {
        const found = look();
        if (found === undefined) return;
        checks.delete(check);
        resolve(found);
      };
      checks.add(check);
      check();
    });

  return {
    heard,
    whispered,
    until: (wanted) =>
      waitFor(() => {
        const fits = typeof wanted === 'number' ? heard.length >= wanted : heard.some(wanted);
        return fits ? heard : undefined;
      }),
    untilWhispered: (wanted) => waitFor(() => whispered.find(wanted)),
    lost: () => new Promise((resolve) => losses.add(resolve)),
    close: () => source.close(),
  };
}

/** An open stream that has told its cursor: whatever happens from now on is heard. */
export async function openReadyEvents(base: string, user: SignedInUser): Promise<EventClient> {
  const client = openEvents(base, user);
  await client.until(1);
  return client;
}
