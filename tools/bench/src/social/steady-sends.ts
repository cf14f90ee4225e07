// A process of its own, so that making the load takes nothing of the time of whoever measures: node … steady-sends.ts
import { Client } from 'undici';
import type { Friends } from './people.js';

/** What the parent tells: everything that is sent, ready to be sent. */
export interface Order {
  readonly url: string;
  readonly friends: readonly Friends[];
  /** A second. */
  readonly rate: number;
  readonly total: number;
}

/** When the first send was due, in milliseconds since 1970; what the sends came to once all are answered. */
export type Told = { readonly began: number } | { readonly failed: number; readonly took: number };

const connections = 16;
const tell = (told: Told) => process.send?.(told);

/** Which send it was is written in its text, so that whoever hears of it knows when it was due. */
export const textOf = (n: number) => `steady-${n}.`;

/** Sends are due at even distances, whether or not those before them are answered. */
async function run({ url, friends, rate, total }: Order): Promise<void> {
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining: 1 }));
  const began = performance.now();
  tell({ began: performance.timeOrigin + began });
  let failed = 0;
  const calls: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1000) + 1);
      while (calls.length < due) calls.push(send(calls.length));
      if (calls.length < total) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(calls);
  tell({ failed, took: performance.now() - began });
  await Promise.all(clients.map((client) => client.close()));

  async function send(n: number): Promise<void> {
    const { one, chatId } = friends[n % friends.length]!;
    const client = clients[n % connections]!;
    const headers = { cookie: one.cookie, 'content-type': 'application/json' };
    const body = `{"chatId":"${chatId}","text":"${textOf(n)}"}`;
    const path = '/api/message/send';
    try {
      const answer = await client.request({ method: 'POST', path, headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) failed += 1;
    } catch {
      failed += 1;
    }
  }
}

if (process.send) {
  process.once('message', (order: Order) => void run(order).then(() => process.disconnect()));
}
