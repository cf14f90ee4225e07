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
  'read',
];

export function openEvents(base: string, user: SignedInUser, query = ''): EventClient {
  const source = new EventSource(`${base}/api/events${query}`, {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, cookie: user.cookie } }),
  });
  const heard: Heard[] = [];
  const checks = new Set<() => void>();
  const losses = new Set<(loss: { code: number | undefined }) => void>();
  for (const type of types) {
    source.addEventListener(type, ({ lastEventId, data }) => {
      heard.push({ id: Number(lastEventId), type, data: JSON.parse(data as string) as unknown });
      checks.forEach((check) => check());
    });
  }
  source.addEventListener('error', ({ code }) => {
    losses.forEach((tell) => tell({ code }));
    losses.clear();
  });

  return {
    heard,
    until: (wanted) =>
      new Promise((resolve) => {
        const fits =
          typeof wanted === 'number' ? () => heard.length >= wanted : () => heard.some(wanted);
        const check = () => {
          if (!fits()) return;
          checks.delete(check);
          resolve(heard);
        };
        checks.add(check);
        check();
      }),
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
