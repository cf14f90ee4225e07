// What the two documented routes cost beside the limit and beside Prisma: nx run bench:user-service
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type autocannon from 'autocannon';
import { createDatabase } from './runner/database.js';
import { sendRequests } from './runner/load.js';
import { inRounds, medians, printHeading, readOptions, row } from './runner/rounds.js';
import {
  peer,
  type Program,
  type ServerProcess,
  service,
  startServer,
} from './runner/server-process.js';

type Route = 'GET' | 'POST';

const options = readOptions({
  seconds: 3,
  rounds: 5,
  sizes: '1000,10000,100000,1000000',
  clients: '1,8,64,256',
  only: '',
});
const { seconds, rounds } = options;
const sizes = options.sizes.split(',').map(Number);
const routes: readonly Route[] = ['GET', 'POST'];
/** Part of what the bare route does. */
const goals = { GET: 0.85, POST: 0.8 };
const connections = 64;
const clientCounts = options.clients.split(',').map(Number);

const ours = (env: Program['env']) => service('user-service', '/', env);

/** Keeps the addresses of this run apart from those that the embedded database may hold already. */
const run = Date.now().toString(36);
const newEmail = (n: number) => `new-${run}-${n}@example.org`;
const below = (count: number) => Math.floor(Math.random() * count);
let registered = 0;

/** Registers users that are not there, or looks up users that are, for some seconds. */
function load(
  server: ServerProcess,
  method: Route,
  seconds: number,
  knownEmail: () => string = () => '',
  clients = connections,
) {
  const setupRequest = (request: autocannon.Request) => {
    if (method === 'GET') return { ...request, path: `/users/${knownEmail()}` };
    registered += 1;
    const body = {
      FullName: 'Ann Lee',
      Email: newEmail(registered),
      Phone: '+1 555 0100',
      ContactAddress: '1 High St, Old Town',
    };
    return { ...request, path: '/users', body: JSON.stringify(body) };
  };
  const headers = { 'content-type': 'application/json' };
  const requests = [{ method, headers, setupRequest }];
  return sendRequests(server, { connections: clients, seconds, requests });
}

/** Any address of a table of so many rows. */
const emailOf = (rows: number) => () => `user-${below(rows)}@example.org`;

async function compare(
  servers: Readonly<Record<string, ServerProcess>>,
  route: Route,
  rows: number,
) {
  const entries = Object.entries(servers);
  for (const [, server] of entries) await load(server, route, 1, emailOf(rows));
  const contestants = entries.map(([name, server]) => {
    return [name, () => load(server, route, seconds, emailOf(rows))] as const;
  });
  const samples = await inRounds(rounds, Object.fromEntries(contestants));
  const bare = medians(samples['bare'] ?? []);
  const table = Object.entries(samples).map(([name, each]) => {
    const figures = medians(each);
    const ratios = {
      'speed ÷ bare': (figures.perSecond / bare.perSecond).toFixed(2),
      'by CPU': (bare.cpu / figures.cpu).toFixed(2),
    };
    const goal = name === 'ours' ? { goal: goals[route] } : {};
    return [`${route} ${name}`, { ...row(figures), ...ratios, ...goal }];
  });
  console.table(Object.fromEntries(table));
}

/** What a route costs as the table grows. */
async function measureSizes() {
  const table: Record<string, object> = {};
  let filled = 0;
  for (const rows of sizes) {
    await database.query(
      `INSERT INTO users (id, email, full_name, phone, contact_address)
       SELECT gen_random_uuid(), 'user-' || n || '@example.org', 'Ann Lee', '+1 555 0100',
              '1 High St, Old Town'
       FROM generate_series($1::int, $2::int) AS n`,
      [filled, rows - 1],
    );
    await database.query('VACUUM ANALYZE users');
    filled = rows;
    const server = await startServer(ours({ DATABASE_URL: database.url }));
    for (const route of routes) {
      await load(server, route, 1, emailOf(rows));
      table[`${route} of ${rows}`] = row(await load(server, route, seconds, emailOf(rows)));
    }
    await server.stop();
  }
  console.table(table);
}

async function compareWithPeers() {
  const env = { DATABASE_URL: database.url };
  const programs = {
    ours: ours(env),
    'ours, limited': ours({ ...env, RATE_LIMIT_MAX: '1000000000' }),
    bare: peer('bare-users', env),
    Prisma: peer('prisma-users', { ...env, PEER: 'fastify' }),
    'Express and Prisma': peer('prisma-users', { ...env, PEER: 'express' }),
  };
  const servers: Record<string, ServerProcess> = {};
  for (const [name, program] of Object.entries(programs)) {
    servers[name] = await startServer(program);
  }
  for (const route of routes) await compare(servers, route, sizes.at(-1) ?? 0);
  for (const server of Object.values(servers)) await server.stop();
}

/** Whether batches are worth their lines: the same bare routes with three ways to send their statements. */
async function compareWaysToSend() {
  const servers: Record<string, ServerProcess> = {};
  for (const STATEMENTS of ['batched', 'pool', 'pipelined']) {
    const env = { DATABASE_URL: database.url, STATEMENTS };
    servers[STATEMENTS] = await startServer(peer('bare-users', env));
  }
  const table: Record<string, object> = {};
  const email = emailOf(sizes.at(-1) ?? 0);
  for (const route of routes) {
    for (const clients of clientCounts) {
      const contestants = Object.entries(servers).map(([name, server]) => {
        return [name, () => load(server, route, seconds, email, clients)] as const;
      });
      for (const [, server] of Object.entries(servers))
        await load(server, route, 1, email, clients);
      const samples = await inRounds(rounds, Object.fromEntries(contestants));
      for (const [name, each] of Object.entries(samples)) {
        table[`${route} of ${clients} clients, ${name}`] = row(medians(each));
      }
    }
  }
  console.table(table);
  for (const server of Object.values(servers)) await server.stop();
}

async function measureEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-user-service-'));
  const server = await startServer(ours({ DATA_DIR: folder }));
  const first = registered + 1;
  await load(server, 'POST', 1);
  const post = row(await load(server, 'POST', seconds));
  const email = () => newEmail(first + below(50));
  await load(server, 'GET', 1, email);
  const get = row(await load(server, 'GET', seconds, email));
  await server.stop();
  await rm(folder, { recursive: true });
  console.table({ 'POST embedded': post, 'GET embedded': get });
}

const database = await createDatabase('user-service');
printHeading(`${connections} connections, rounds of ${seconds} s`);
try {
  await measureSizes();
  await compareWaysToSend();
  if (options.only === '') await compareWithPeers();
} finally {
  await database.drop();
}
if (options.only === '') await measureEmbedded();
