import { median, quantile } from '../runner/rounds.js';
import type { ServerProcess } from '../runner/server-process.js';
import { whileBusy } from './busy-load.js';
import { busyHabits, busyPaths, busyPeople, type Habits } from './busy-people.js';
import type { BusyReport } from './busy-process.js';
import { deliver } from './delivery.js';
import type { People, Person } from './people.js';

interface Rounds {
  readonly server: ServerProcess;
  readonly people: People;
  readonly habits: Habits;
  /** Sends a second. */
  readonly rate: number;
  readonly seconds: number;
  readonly rounds: number;
}

interface Phase {
  readonly delays: number[];
  readonly p99: number[];
  readonly held: number[];
  failed: number;
  cpu: number;
}

const newPhase = (): Phase => ({ delays: [], p99: [], held: [], failed: 0, cpu: 0 });

/** What sends take for others in quiet and, in turn with it, beside people with very many chats, by what those ask for. */
export async function compareBusy(settings: Rounds): Promise<void> {
  const { server, people, habits, rate, seconds, rounds } = settings;
  const busy = busyPeople(habits);
  const send = () => deliver(server.url, people.friends.slice(0, 100), rate, seconds);
  await send();
  console.table({ 'alone, ms': await timeAlone(server, busy[0]!) });
  console.log(`${rate} sends/s, quiet and beside ${habits.people} with ${habits.chats} chats`);
  for (const [habit, asked] of Object.entries(busyHabits)) {
    const [quiet, beside] = [newPhase(), newPhase()];
    const reports: BusyReport[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await add(quiet, server, send);
      const besideThem = () => add(beside, server, send);
      const order = { url: server.url, people: busy, asked };
      reports.push((await whileBusy(order, besideThem)).replies);
    }
    console.table({ quiet: rowOf(quiet), [`beside: ${habit}`]: rowOf(beside) });
    console.table(summaryOf(reports));
  }
}

/** What each of their requests takes while nobody else is there: the middle one of five. */
async function timeAlone({ url }: ServerProcess, { cookie }: Person) {
  const took: Record<string, number> = {};
  for (const [name, path] of Object.entries(busyPaths)) {
    const times: number[] = [];
    for (let turn = 0; turn < (name === 'export' ? 1 : 5); turn += 1) {
      const began = performance.now();
      const reply = await fetch(url + path, { headers: { cookie } });
      await reply.arrayBuffer();
      times.push(performance.now() - began);
    }
    took[name] = Math.round(median(times) * 10) / 10;
  }
  return took;
}

async function add(phase: Phase, server: ServerProcess, send: () => ReturnType<typeof deliver>) {
  await server.heldLoop();
  const before = server.cpu();
  const { delays, failed } = await send();
  phase.cpu += server.cpu() - before;
  phase.held.push((await server.heldLoop()).p99);
  phase.delays.push(...delays);
  phase.p99.push(quantile(delays, 0.99));
  phase.failed += failed;
}

function rowOf({ delays, p99, held, failed, cpu }: Phase) {
  const at = (part: number) => quantile(delays, part).toFixed(1);
  return {
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'of the rounds': p99.map((each) => each.toFixed(0)).join(' '),
    'max ms': at(1),
    'goal p99': 100,
    failed,
    'event loop held, p99 ms': median(held).toFixed(1),
    'CPU µs a send': Math.round(cpu / delays.length),
  };
}

function summaryOf(reports: readonly BusyReport[]) {
  const rows: Record<string, Record<string, number>> = {};
  for (const name of Object.keys(busyPaths)) {
    const own = reports.flatMap((report) => report[name] ?? []);
    if (own.length === 0) continue;
    const took = own.flatMap((each) => each.took);
    const row: Record<string, number> = { 'p50 ms': Math.round(median(took)) };
    for (const { statuses } of own) {
      for (const [status, count] of Object.entries(statuses))
        row[status] = (row[status] ?? 0) + count;
    }
    rows[name] = row;
  }
  return rows;
}
