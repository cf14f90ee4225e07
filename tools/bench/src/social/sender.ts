// A process of its own, so that making the load takes no CPU time of the process that measures: node … sender.ts
import { Client } from 'undici';
import { sendRequest } from './client.js';
import type { Friends } from './people.js';

/** What the parent sends: everything that the messages need. */
export interface Order {
  readonly url: string;
  readonly friends: readonly Friends[];
  /** A second. */
  readonly rate: number;
  readonly total: number;
}

/** When the first send was due, in milliseconds since 1970; what the sends came to once all have a reply. */
export type Report =
  { readonly began: number } | { readonly failed: number; readonly took: number };

const report = (report: Report) => process.send?.(report);

/** Sends are due at even distances, whether or not those before them have a reply. */
async function run({ url, friends, rate, total }: Order): Promise<void> {
  // One for each sender: a send that waits for the reply to somebody else's would wait for this process.
  const clients = friends.map(() => new Client(url, { pipelining: 1 }));
  const began = performance.now();
  report({ began: performance.timeOrigin + began });
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
  report({ failed, took: performance.now() - began });
  await Promise.all(clients.map((client) => client.close()));

  async function send(n: number): Promise<void> {
    // The number in the text says at the friend's stream when the send was due.
    const request = sendRequest(friends[n % friends.length]!, `steady-${n}.`);
    try {
      const reply = await clients[n % friends.length]!.request(request);
      await reply.body.dump();
      if (reply.statusCode !== 200) failed += 1;
    } catch {
      failed += 1;
    }
  }
}

process.once('message', (order: Order) => void run(order).then(() => process.disconnect()));
