import assert from 'node:assert/strict';
import { once } from 'node:events';
import { EventSource } from 'eventsource';
import { type Person, signIn } from './sign-in.js';

export interface Friends {
  readonly one: Person;
  readonly other: Person;
  readonly chatId: string;
}

/** Two people sign in by the provider, through whatever is before the service, and become friends. */
export async function createFriends(url: string, n: number): Promise<Friends> {
  const one = await signIn(url, `Ann${n}`);
  const other = await signIn(url, `Ben${n}`);
  await post(url, one, '/api/friends/add', { email: other.email });
  await post(url, other, '/api/friends/accept', { id: one.id });
  return { one, other, chatId: [one.id, other.id].sort().join('--') };
}

export async function post(url: string, person: Person, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie: person.cookie };
  const options = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(url + path, options);
  assert.equal(response.status, 200, `${path}: ${await response.text()}`);
}

/** What a stream brought of the messages of one chat, over all its connections. */
export interface Follower {
  readonly texts: string[];
  /** How often the connection was lost. */
  losses: number;
  /** How often the service did not know any more where it was. */
  resets: number;
  close(): void;
}

/**
 * Follows a chat as a client of the other one does: it goes on where it was when the connection is lost or refused, and reads the chat
 * anew when it is told to. Resolves once the stream is open: of what happens before, it tells nothing.
 */
export async function follow(url: string, friends: Friends): Promise<Follower> {
  const { cookie } = friends.other;
  let isClosed = false;
  let last = '';
  let source: EventSource;
  // In the order in which they were told.
  let work = Promise.resolve();
  let readUpTo = 0;
  const follower: Follower = {
    texts: [],
    losses: 0,
    resets: 0,
    close() {
      isClosed = true;
      source.close();
    },
  };
  const readAnew = async () => {
    const found = await readMessages(url, friends);
    readUpTo = found.at(-1)?.seq ?? 0;
    follower.texts.splice(0, Infinity, ...found.map(({ text }) => text));
  };
  const open = () => {
    source = new EventSource(`${url}/api/events`, {
      fetch: (at, init) => {
        const headers = new Headers({ ...init.headers, cookie });
        if (!headers.has('last-event-id')) headers.set('last-event-id', last);
        return fetch(at, { ...init, headers });
      },
    });
    source.addEventListener('reset', ({ lastEventId }) => {
      last = lastEventId;
      follower.resets += 1;
      work = work.then(readAnew);
    });
    source.addEventListener('message', ({ data, lastEventId }) => {
      last = lastEventId;
      const { message } = JSON.parse(data as string) as { message: Message };
      work = work.then(() => {
        if (message.seq > readUpTo) follower.texts.push(message.text);
      });
    });
    source.addEventListener('error', () => {
      follower.losses += 1;
      // An event source does not ask again where it was answered by an error.
      if (source.readyState === source.CLOSED && !isClosed) setTimeout(open, 1_000);
    });
  };
  open();
  await once(source!, 'ready');
  return follower;
}

interface Message {
  readonly seq: number;
  readonly text: string;
}

/** The messages of a chat as the service has them, oldest first. */
export async function readMessages(url: string, { one, chatId }: Friends): Promise<Message[]> {
  const found: Message[] = [];
  for (let before = ''; ;) {
    const path = `/api/messages?chatId=${chatId}&limit=100${before}`;
    const response = await fetch(url + path, { headers: { cookie: one.cookie } });
    assert.equal(response.status, 200, path);
    const { messages, nextCursor } = (await response.json()) as {
      messages: readonly Message[];
      nextCursor: number | null;
    };
    found.unshift(...messages);
    if (nextCursor === null) return found;
    before = `&before=${nextCursor}`;
  }
}
