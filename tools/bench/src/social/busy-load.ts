import { commonWord, rareWord } from './busy-people.js';
import type { Person } from './people.js';

const paths = [
  `/api/messages/search?q=${commonWord}`,
  `/api/messages/search?q=${rareWord}`,
  '/api/chats',
  '/api/account/export',
];

/** Each of these people searches, lists and exports, one after another, until `work` is over. Returns the replies by status. */
export async function whileBusy<T>(url: string, people: readonly Person[], work: () => Promise<T>) {
  const replies: Record<number, number> = {};
  const over = new AbortController();
  const ask = async ({ cookie }: Person, path: string) => {
    const response = await fetch(url + path, { headers: { cookie }, signal: over.signal });
    await response.text();
    replies[response.status] = (replies[response.status] ?? 0) + 1;
  };
  const clients = people.map(async (person, n) => {
    for (let turn = n; !over.signal.aborted; turn += 1) {
      await ask(person, paths[turn % paths.length]!).catch(() => {});
    }
  });
  const result = await work();
  over.abort();
  await Promise.all(clients);
  return { result, replies };
}
