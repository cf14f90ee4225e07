// A process of its own, so that what busy people receive takes no time of the process that measures: node … busy-process.ts
import { once, setMaxListeners } from 'node:events';
import { Agent } from 'undici';
import { busyPaths, type BusyPath } from './busy-people.js';
import type { Person } from './people.js';

/** What the parent sends; anything that follows ends the load. */
export interface BusyOrder {
  readonly url: string;
  readonly people: readonly Person[];
  readonly asked: readonly BusyPath[];
}

/** Replies by what was asked for and by status, and the milliseconds of those that were served, in ascending order. */
export type BusyReport = Record<string, { statuses: Record<number, number>; took: number[] }>;

const over = new AbortController();
setMaxListeners(0, over.signal);
const report: BusyReport = {};

async function ask(agent: Agent, { url }: BusyOrder, { cookie }: Person, name: BusyPath) {
  const began = performance.now();
  const { statusCode, body } = await agent.request({
    origin: url,
    path: busyPaths[name],
    method: 'GET',
    headers: { cookie },
    signal: over.signal,
  });
  await once(body.resume(), 'end');
  const { statuses, took } = (report[name] ??= { statuses: {}, took: [] });
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  if (statusCode === 200) took.push(performance.now() - began);
}

/** Each of them asks for one after another, without a pause. */
async function run(order: BusyOrder): Promise<void> {
  const agent = new Agent({ bodyTimeout: 0, headersTimeout: 0 });
  const clients = order.people.map(async (person, n) => {
    for (let turn = n; !over.signal.aborted; turn += 1) {
      await ask(agent, order, person, order.asked[turn % order.asked.length]!).catch(() => {});
    }
  });
  await Promise.all(clients);
  for (const { took } of Object.values(report)) took.sort((a, b) => a - b);
  process.send?.(report);
  await agent.destroy();
  process.disconnect();
}

process.once('message', (order: BusyOrder) => {
  process.once('message', () => over.abort());
  void run(order);
});
process.send?.('ready');
