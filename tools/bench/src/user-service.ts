// What the two documented routes cost beside the limit and beside Prisma: nx run bench:user-service
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from './server-process.js';
import { load, type Measured, type Route } from './user-load.js';
import { createUserTable } from './user-table.js';

const adminUrl = process.env['BENCH_DATABASE_URL'];
if (!adminUrl) throw new Error('set BENCH_DATABASE_URL to an admin URL of a PostgreSQL server');
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const sizes = (process.env['BENCH_SIZES'] ?? '1000,10000,100000,1000000').split(',').map(Number);
const routes = ['GET', 'POST'] as const;
/** Part of what the bare route does. */
const goals = { GET: 0.85, POST: 0.8 };

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const main = fileOf('../../../apps/user-service/dist/main.js');

function startOurs(env: Record<string, string>, limit = '0'): Promise<ServerProcess> {
  return startServer(main, { HEALTH_PORT: '0', RATE_LIMIT_MAX: limit, ...env }, '/');
}

function middle(samples: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => {
    const sorted = samples.map((sample) => sample[key]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? NaN;
  };
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu') };
}

const row = ({ perSecond, cpu, p50, p99 }: Measured) => ({
  'answers/s': Math.round(perSecond),
  'CPU µs': Math.round(cpu),
  'p50 ms': p50,
  'p99 ms': p99,
});

/** All of them in turn, round by round, so that a noisy neighbour meets each alike. */
async function compare(servers: ReadonlyMap<string, ServerProcess>, route: Route, rows: number) {
  const samples = new Map([...servers.keys()].map((name) => [name, [] as Measured[]]));
  for (const server of servers.values()) await load(server, route, rows, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, server] of servers) {
      samples.get(name)!.push(await load(server, route, rows, seconds));
    }
  }
  const figures = new Map([...samples].map(([name, each]) => [name, middle(each)]));
  const limit = figures.get('bare')!;
  const table = [...figures].map(([name, each]) => [
    `${route} ${name}`,
    {
      ...row(each),
      'speed ÷ bare': (each.perSecond / limit.perSecond).toFixed(2),
      'by CPU': (limit.cpu / each.cpu).toFixed(2),
      ...(name === 'ours' ? { goal: goals[route] } : {}),
    },
  ]);
  console.table(Object.fromEntries(table));
}

/** What a route costs as the table grows. */
async function measureSizes(url: string, growTo: (rows: number) => Promise<void>) {
  const table: Record<string, object> = {};
  for (const rows of sizes) {
    await growTo(rows);
    const server = await startOurs({ DATABASE_URL: url });
    for (const route of routes) {
      await load(server, route, rows, 1);
      table[`${route} of ${rows}`] = row(await load(server, route, rows, seconds));
    }
    await server.stop();
  }
  console.table(table);
}

async function measureEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-user-service-'));
  const server = await startOurs({ DATA_DIR: folder });
  const table: Record<string, object> = {};
  for (const route of ['POST', 'GET'] as const) {
    await load(server, route, 'registered', 1);
    table[`${route} embedded`] = row(await load(server, route, 'registered', seconds));
  }
  await server.stop();
  await rm(folder, { recursive: true });
  console.table(table);
}

const table = await createUserTable(adminUrl, main);
console.log(`Node ${process.versions.node}, 64 connections, rounds of ${seconds} s`);
await measureSizes(table.url, (rows) => table.growTo(rows));
const env = { DATABASE_URL: table.url };
const servers = new Map([
  ['ours', await startOurs(env)],
  ['ours, limited', await startOurs(env, '1000000000')],
  ['bare', await startServer(fileOf('./peers/bare-users.ts'), env, '/')],
  ['Prisma', await startServer(fileOf('./peers/prisma-users.ts'), env, '/')],
  ['Express and Prisma', await startServer(fileOf('./peers/express-users.ts'), env, '/')],
]);
for (const route of routes) await compare(servers, route, sizes.at(-1) ?? 0);
for (const server of servers.values()) await server.stop();
await measureEmbedded();
await table.drop();
