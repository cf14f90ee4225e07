import { setTimeout as pause } from 'node:timers/promises';
import { apiKey, type Monitored, signIn } from '@triptych/drill';

const json = { 'content-type': 'application/json' };
const linkIn = /\/users\/verification\/[\w-]+/;

/**
 * What people do beside the requests of the drill: they sign in, register twice, open the links in their mails; lists of people are
 * imported, and a webhook is told. Whatever fails is what the dashboards show.
 */
export async function startVisitors({ fleets, recipients }: Monitored) {
  const [users, social] = [fleets.urlOf('user-service'), fleets.urlOf('social-app')];
  await recipients.addWebhook();
  let isOver = false;
  let count = 0;
  const repeat = async (pauseMs: number, act: () => Promise<unknown>) => {
    while (!isOver) {
      await act().catch(() => null);
      await pause(pauseMs);
    }
  };
  const post = (path: string, init: RequestInit) =>
    fetch(users + path, { ...init, method: 'POST' }).then((response) => response.text());
  const register = (email: string) =>
    post('/users', { headers: json, body: JSON.stringify(userOf(email)) });
  const running = Promise.all([
    repeat(1_500, () => signIn(social, `Visitor${count++}`)),
    repeat(700, () => register('taken@example.org')),
    repeat(900, () => register('no e-mail')),
    repeat(400, async () => {
      const link = linkIn.exec(recipients.mails().at(-1)?.text ?? '');
      if (link) await post(link[0], {});
    }),
    repeat(4_000, () => {
      const people = ['no e-mail', 'taken@example.org', ...newEmails(30, count++)];
      const lines = people.map((email) => JSON.stringify(userOf(email)));
      const headers = {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/x-ndjson',
      };
      return post('/users:import', { headers, body: lines.join('\n') });
    }),
  ]);
  return {
    async close() {
      isOver = true;
      await running;
    },
  };
}

const userOf = (Email: string) => ({
  FullName: 'A visitor of the drill',
  Email,
  Phone: '',
  ContactAddress: '',
});

const newEmails = (length: number, run: number) =>
  Array.from({ length }, (_, n) => `imported-${run}-${n}@example.org`);
