import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { sendRequest } from './client.js';
import type { Friends } from './people.js';

/**
 * Open loop: sends at a steady rate until `work` is done, whether or not those before have a reply.
 *
 * @returns milliseconds from the moment each was due to its reply, and how many failed
 */
export async function sendDuring<T>(
  { url, friends, rate }: { url: string; friends: readonly Friends[]; rate: number },
  work: Promise<T>,
) {
  const clients = friends.map(() => new Client(url, { pipelining: 1 }));
  const delays: number[] = [];
  let [isOver, failed] = [false, 0];
  const done = work.finally(() => (isOver = true));
  const calls: Promise<void>[] = [];
  const began = performance.now();
  const send = async (n: number) => {
    const due = began + (n * 1000) / rate;
    const call = sendRequest(friends[n % friends.length]!, `steady-${n}.`);
    try {
      const reply = await clients[n % friends.length]!.request(call);
      await reply.body.dump();
      if (reply.statusCode !== 200) failed += 1;
      delays.push(performance.now() - due);
    } catch {
      failed += 1;
    }
  };
  while (!isOver) {
    const due = Math.floor(((performance.now() - began) * rate) / 1000) + 1;
    while (calls.length < due) calls.push(send(calls.length));
    await pause(1);
  }
  const result = await done;
  await Promise.all(calls);
  await Promise.all(clients.map((client) => client.close()));
  return { delays, failed, result };
}
