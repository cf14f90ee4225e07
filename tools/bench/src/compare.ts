import autocannon from 'autocannon';
import type { ServerProcess } from './server-process.js';

export interface Sample {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  /** CPU time of the server for one request, in microseconds. */
  readonly cpu: number;
}

export interface Comparison {
  readonly ours: Sample;
  readonly peer: Sample;
  /** Our requests a second as a part of the peer's. */
  readonly speed: number;
  /** The peer's CPU time as a part of ours: the figure to trust on a noisy machine. */
  readonly cpu: number;
}

export interface Load {
  readonly connections: number;
  /** Seconds of one round. */
  readonly seconds: number;
  readonly rounds: number;
}

async function sample(server: ServerProcess, path: string, load: Load): Promise<Sample> {
  const before = server.cpu();
  const { connections, seconds: duration } = load;
  const result = await autocannon({ url: server.url + path, connections, duration });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} answers failed`);
  return {
    requestsPerSecond: result.requests.average,
    p99: result.latency.p99,
    cpu: (server.cpu() - before) / result.requests.total,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function medianSample(samples: readonly Sample[]): Sample {
  const of = (key: keyof Sample) => median(samples.map((each) => each[key]));
  return { requestsPerSecond: of('requestsPerSecond'), p99: of('p99'), cpu: of('cpu') };
}

/** Loads both servers in turn, round by round, so that a noisy neighbour meets both alike. */
export async function compare(
  ours: ServerProcess,
  peer: ServerProcess,
  path: string,
  load: Load,
): Promise<Comparison> {
  const samples = { ours: [] as Sample[], peer: [] as Sample[] };
  const warmUp = { ...load, seconds: 1 };
  await sample(ours, path, warmUp);
  await sample(peer, path, warmUp);
  for (let round = 0; round < load.rounds; round += 1) {
    samples.ours.push(await sample(ours, path, load));
    samples.peer.push(await sample(peer, path, load));
  }
  const [a, b] = [medianSample(samples.ours), medianSample(samples.peer)];
  return {
    ours: a,
    peer: b,
    speed: a.requestsPerSecond / b.requestsPerSecond,
    cpu: b.cpu / a.cpu,
  };
}
