// Replicas are restarted one by one, are not ready, hang and are killed under load behind the balancer that is deployed, while
// streams are open. Fails when a request failed, or when something answered with success is lost or there twice:
//   TEST_DATABASE_URL=… TEST_REDIS_URL=… npx nx run drill:gateway
// DRILL_ROUNDS is how often each happens, DRILL_REQUESTS the least number of requests to each service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import getPort from 'get-port';
import { type Balancer, startBalancer } from './balancer.js';
import { createServices, type DrilledService } from './services.js';
import { type Replica, replicaOf } from './replica.js';
import { postLoad, sendLoad, userLoad } from './loads.js';

const rounds = Number(process.env['DRILL_ROUNDS'] ?? 1);
const least = Number(process.env['DRILL_REQUESTS'] ?? 5_000);
/** The third joins as a replica that is not ready. */
const numbers = [1, 2, 3];

interface Fleet {
  readonly service: DrilledService;
  readonly replicas: readonly Replica[];
}

const steps: Readonly<Record<string, (fleet: Fleet) => Promise<void>>> = {
  async 'restarted one by one'({ replicas }) {
    for (const replica of replicas.slice(0, 2)) {
      await replica.stop();
      await replica.start();
      await replica.untilReady();
      // The balancer asks once a second.
      await pause(2_000);
    }
  },
  async 'beside one that is never ready'({ service, replicas: [, , third] }) {
    // Nothing that embed-server can start with keeps it from being ready.
    if (!service.unready) return;
    await third!.start(service.unready);
    await pause(8_000);
    await third!.kill();
  },
  async 'one hangs'({ replicas: [first] }) {
    first!.freeze();
    await pause(8_000);
    first!.thaw();
    await pause(2_000);
  },
  async 'one is killed'({ replicas: [, second] }) {
    await second!.kill();
    await second!.start();
    await second!.untilReady();
    await pause(2_000);
  },
};

const folder = await mkdtemp(join(tmpdir(), 'drill-'));
const ports = {
  'embed-server': await getPort(),
  'user-service': await getPort(),
  'social-app': await getPort(),
  ops: await getPort(),
};
const drilled = await createServices(`http://127.0.0.1:${ports['social-app']}`);
const fleets = drilled.services.map((service): Fleet => ({
  service,
  replicas: numbers.map((n) => replicaOf(service, n)),
}));
let balancer: Balancer | null = null;
try {
  const addresses = fleets[0]!.replicas.map(({ address }) => address);
  balancer = await startBalancer(drilled.services, addresses, ports, folder);
  await startFleets();
  process.exitCode = (await drill(balancer)) ? 0 : 1;
} finally {
  for (const { replicas } of fleets) for (const replica of replicas) await replica.kill();
  await balancer?.close();
  await drilled.close();
  await rm(folder, { recursive: true });
}

async function startFleets(): Promise<void> {
  for (const { replicas } of fleets) for (const one of replicas.slice(0, 2)) await one.start();
  for (const { replicas } of fleets) for (const one of replicas.slice(0, 2)) await one.untilReady();
  await pause(3_000);
}

async function drill({ urlOf }: Balancer): Promise<boolean> {
  const loads = [
    postLoad(urlOf('embed-server'), drilled.posts),
    userLoad(urlOf('user-service')),
    await sendLoad(urlOf('social-app')),
  ];
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, step] of Object.entries(steps)) {
      const before = loads.map(({ load }) => failuresOf(load));
      await Promise.all(fleets.map(step));
      const failed = loads.map(({ load }, n) => failuresOf(load) - before[n]!);
      console.log(`round ${round}, ${name}: ${failed.join(', ')} failed`);
    }
  }
  while (loads.some(({ load }) => load.count < least)) await pause(200);
  for (const { load } of loads) await load.stop();
  const findings = (await Promise.all(loads.map(({ check }) => check()))).flat();
  console.table(
    Object.fromEntries(
      loads.map(({ load }) => [
        load.name,
        {
          requests: load.count,
          failed: failuresOf(load),
          reasons: [...load.failed].map((pair) => pair.join(' × ')).join(', '),
          'asked again by the client': load.repeated,
          'slowest ms': Math.round(load.slowestMs),
        },
      ]),
    ),
  );
  for (const finding of findings) console.log(finding);
  return findings.length === 0 && loads.every(({ load }) => failuresOf(load) === 0);
}

function failuresOf({ failed }: { readonly failed: ReadonlyMap<string, number> }): number {
  return [...failed.values()].reduce((sum, count) => sum + count, 0);
}
