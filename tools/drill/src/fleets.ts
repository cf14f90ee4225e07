import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@triptych/free-port';
import { type Balancer, startBalancer } from './balancer.js';
import { type Release, type Replica, replicaOf, thisRelease } from './replica.js';
import {
  createServices,
  type Dependencies,
  type DrilledService,
  type Restartable,
  restartable,
} from './services.js';

/** A service, and its replicas: the first two run. */
export interface Fleet {
  readonly service: DrilledService;
  readonly replicas: readonly Replica[];
}

export interface Fleets {
  readonly fleets: readonly Fleet[];
  readonly urlOf: Balancer['urlOf'];
  /** Paths of posts that embed-server can show. */
  readonly posts: readonly string[];
  /** What stands before the services, and behind them. */
  readonly around: Readonly<Record<'balancer' | 'upstreams' | 'provider', Restartable>>;
  /** Where the balancer tells its metrics, under `/-/metrics`. */
  readonly opsUrl: string;
  close(): Promise<void>;
}

/** The balancer asks once a second whether a replica is ready. */
const untilNoticedMs = 2_000;

/**
 * Two replicas of each service behind the balancer.
 *
 * @param folder for the balancer's file
 * @param numbers of all replicas that may ever run, 1 and 2 first
 * @param release from which they start
 */
export async function startFleets(
  dependencies: Dependencies,
  folder: string,
  numbers: readonly number[],
  release: Release = thisRelease,
): Promise<Fleets> {
  const ports = {
    'embed-server': await freePort(),
    'user-service': await freePort(),
    'social-app': await freePort(),
    ops: await freePort(),
  };
  const publicUrl = `http://127.0.0.1:${ports['social-app']}`;
  const drilled = await createServices(publicUrl, dependencies, release);
  const fleets = drilled.services.map((service): Fleet => ({
    service,
    replicas: numbers.map((n) => replicaOf(service, n)),
  }));
  const addresses = fleets[0]!.replicas.map(({ address }) => address);
  const start = () => startBalancer(drilled.services, addresses, ports, folder);
  const first = await start();
  const balancer = restartable(first, start);
  const close = async () => {
    for (const { replicas } of fleets) for (const replica of replicas) await replica.kill();
    await balancer.close();
    await drilled.close();
  };
  try {
    const running = fleets.flatMap(({ replicas }) => replicas.slice(0, 2));
    for (const replica of running) replica.use(release);
    for (const replica of running) await replica.start();
    for (const replica of running) await replica.untilReady();
    await pause(untilNoticedMs);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    fleets,
    urlOf: first.urlOf,
    posts: drilled.posts,
    around: { balancer, ...drilled.around },
    opsUrl: `http://127.0.0.1:${ports.ops}`,
    close,
  };
}

/** As a rolling update does it. */
export async function restartOneByOne({ replicas }: Pick<Fleet, 'replicas'>): Promise<void> {
  for (const replica of replicas.slice(0, 2)) {
    await replica.stop();
    await replica.start();
    await replica.untilReady();
    await pause(untilNoticedMs);
  }
}

/** The same, after which they are of another release; for a while one is of either. */
export async function replaceOneByOne(
  { replicas }: Fleet,
  release: Release,
  besideMs: number,
): Promise<void> {
  for (const replica of replicas.slice(0, 2)) {
    replica.use(release);
    await restartOneByOne({ replicas: [replica] });
    await pause(besideMs);
  }
}

/** As a process that crashes, and its engine starts it again. */
export async function killAndStart(replica: Replica): Promise<void> {
  await replica.kill();
  await replica.start();
  await replica.untilReady();
  await pause(untilNoticedMs);
}
