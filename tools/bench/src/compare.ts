import { ask } from './load.js';
import type { ServerProcess } from './server-process.js';
import { median, spread, type Spread } from './spread.js';

/** What is asked again and again, and where. */
export interface Target {
  readonly server: ServerProcess;
  readonly path: string;
}

interface Round {
  /** CPU time of the server for one request, in microseconds. */
  readonly cpu: number;
  /** Milliseconds. */
  readonly p99: number;
}

export interface Comparison {
  readonly ours: Round;
  readonly other: Round;
  /** The other's CPU time as a part of ours, of each round. */
  readonly ratio: Spread;
}

export interface Pace {
  readonly connections: number;
  /** Seconds of one round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Requests a second. */
  readonly rate: number;
}

type Rounds = readonly (readonly [ours: Round, other: Round])[];

async function round({ server, path }: Target, pace: Pace): Promise<Round> {
  const before = server.cpu();
  const { requests, p99 } = await ask(server.url + path, pace);
  return { cpu: (server.cpu() - before) / requests, p99 };
}

/**
 * Both in turn, in short rounds of which every second begins with the other: a neighbour that comes or goes meets both
 * alike, or spoils one ratio of many. Both at one pace: as fast as each can, the slower one would also pay for waking
 * the generator at every answer, which waits for it.
 */
export async function measure(ours: Target, other: Target, pace: Pace): Promise<Rounds> {
  for (const { server, path } of [ours, other]) {
    await ask(server.url + path, { connections: pace.connections, seconds: 2 });
  }
  const rounds: [Round, Round][] = [];
  for (let n = 0; n < pace.rounds; n += 1) {
    const early = n % 2 === 0 ? await round(ours, pace) : null;
    const theirs = await round(other, pace);
    rounds.push([early ?? (await round(ours, pace)), theirs]);
  }
  return rounds;
}

export function summarise(rounds: Rounds): Comparison {
  const of = (side: 0 | 1) => ({
    cpu: median(rounds.map((each) => each[side].cpu)),
    p99: median(rounds.map((each) => each[side].p99)),
  });
  return {
    ours: of(0),
    other: of(1),
    ratio: spread(rounds.map(([ours, other]) => other.cpu / ours.cpu)),
  };
}
