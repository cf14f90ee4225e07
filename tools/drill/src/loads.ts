import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Clients, type Handlers, type Load, startLoad } from './load.js';
import { createFriends, follow, readMessages } from './people.js';

/** A load, and what is wrong once it has stopped. */
export interface CheckedLoad {
  readonly load: Load;
  /** A line for everything that was answered with success and is lost, or is there twice. */
  readonly check: () => Promise<string[]>;
}

/** Posts as pages, as JSON and as pictures. */
export function postLoad(url: string, clients: Clients, posts: readonly string[]): CheckedLoad {
  let asked = 0;
  const next = () => [{ path: posts[asked++ % posts.length]! }] as const;
  const load = startLoad('embed-server: posts', url, clients, next);
  return { load, check: () => Promise.resolve([]) };
}

/** Registers people with a key of idempotency, and finds them again. */
export function userLoad(url: string, clients: Clients): CheckedLoad {
  const run = randomUUID().slice(0, 8);
  const registered = new Map<string, string>();
  const findings: string[] = [];
  let count = 0;
  const register = () => {
    const Email = `drill-${run}-${count++}@example.org`;
    const call = {
      path: '/users',
      method: 'POST' as const,
      headers: { 'idempotency-key': randomUUID() },
      body: { FullName: 'A person of the drill', Email, Phone: '', ContactAddress: '' },
      isRepeatable: true,
    };
    const answered: Handlers['answered'] = (body) =>
      registered.set(Email, (body as { ID: string }).ID);
    return [call, { answered }] as const;
  };
  const find = () => {
    const known = [...registered.keys()];
    const Email = known[Math.floor(Math.random() * known.length)];
    if (Email === undefined) return register();
    const answered: Handlers['answered'] = (body) => {
      const { ID } = body as { ID: string };
      if (ID !== registered.get(Email))
        findings.push(`${Email} was ${registered.get(Email)}, is ${ID}`);
    };
    return [{ path: `/users/${Email}`, accepted: 404 }, { answered }] as const;
  };
  const next = () => (Math.random() < 0.5 ? register() : find());
  const load = startLoad('user-service: register, find', url, clients, next);
  return {
    load,
    async check() {
      for (const [Email, ID] of registered) {
        const response = await fetch(`${url}/users/${Email}`);
        const found = response.ok
          ? ((await response.json()) as { ID: string }).ID
          : response.status;
        if (found !== ID) findings.push(`${Email} was ${ID}, is ${found}`);
      }
      return findings;
    },
  };
}

/**
 * Sends messages by name and reads lists of chats, while each receiver has a stream open.
 *
 * @param mostResets how often a stream may tell its reader to begin anew
 */
export async function sendLoad(
  url: string,
  clients: Clients,
  mostResets = 0,
): Promise<CheckedLoad> {
  const friends = await Promise.all(
    Array.from({ length: clients.count }, (_, n) => createFriends(url, n)),
  );
  const followers = await Promise.all(friends.map((each) => follow(url, each)));
  const sent = friends.map(() => [] as string[]);
  const unknown = friends.map(() => new Set<string>());
  let count = 0;
  const load = startLoad('social-app: send, read', url, clients, (n) => {
    const { one, chatId } = friends[n]!;
    const headers = { cookie: one.cookie };
    if (Math.random() < 0.5) return [{ path: '/api/chats', headers }];
    const text = `message ${count++}`;
    const body = { chatId, text, clientId: randomUUID() };
    const call = { path: '/api/message/send', method: 'POST' as const, headers, body };
    return [
      { ...call, isRepeatable: true },
      { answered: () => sent[n]!.push(text), unknown: () => unknown[n]!.add(text) },
    ];
  });
  return {
    load,
    async check() {
      const found = await Promise.all(friends.map((each) => readMessages(url, each)));
      const stored = found.map((messages) => messages.map(({ text }) => text));
      // A stream that was lost at the end comes back within seconds.
      const isBehind = () => followers.some(({ texts }, n) => texts.length < stored[n]!.length);
      for (let waited = 0; isBehind() && waited < 100; waited += 1) await pause(200);
      followers.forEach((follower) => follower.close());
      const losses = followers.reduce((sum, follower) => sum + follower.losses, 0);
      console.log(`${followers.length} streams, ${losses} connections of them lost`);
      return friends.flatMap(({ chatId }, n) => [
        ...differences(`stored in ${chatId}`, sent[n]!, without(stored[n]!, unknown[n]!)),
        ...differences(`streamed of ${chatId}`, stored[n]!, followers[n]!.texts),
        ...(followers[n]!.resets > mostResets ? [`the stream of ${chatId} was reset`] : []),
      ]);
    },
  };
}

/** What was not answered may be there, once. */
function without(found: readonly string[], unknown: ReadonlySet<string>): string[] {
  return found.filter((text, n) => !unknown.has(text) || found.indexOf(text) !== n);
}

function differences(where: string, sent: readonly string[], found: readonly string[]): string[] {
  if (sent.join() === found.join()) return [];
  const twice = found.filter((text, n) => found.indexOf(text) !== n);
  const lost = sent.filter((text) => !found.includes(text));
  return [
    `${where}: ${sent.length} sent, ${found.length} found, lost ${lost.join()}, twice ${twice.join()}`,
  ];
}
