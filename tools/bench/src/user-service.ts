// What the two documented routes cost beside the limit and beside Prisma: nx run bench:user-service
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type autocannon from 'autocannon';
import { createDatabase } from './runner/database.js';
import { sendRequests } from './runner/load.js';
import {
  type Figures,
  inRounds,
  medians,
  printHeading,
  readOptions,
  row,
} from './runner/rounds.js';
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
  ways: 'batched:2,batched:4,pool,pipelined',
  routes: 'GET,POST',
  only: '',
});
const { seconds, rounds } = options;
const sizes = options.sizes.split(',').map(Number);
const routes = options.routes.split(',') as Route[];
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

type Servers = Readonly<Record<string, ServerProcess>>;

async function withServers(
  programs: Readonly<Record<string, Program>>,
  work: (servers: Servers) => Promise<void>,
) {
  const servers: Record<string, ServerProcess> = {};
  for (const [name, program] of Object.entries(programs))
    servers[name] = await startServer(program);
  await work(servers);
  for (const server of Object.values(servers)) await server.stop();
}

/** The figures of all servers in rounds, each warmed up before. */
async function compare(servers: Servers, route: Route, clients?: number) {
  const email = emailOf(sizes.at(-1) ?? 0);
  const contestants: Record<string, () => Promise<Figures>> = {};
  for (const [name, server] of Object.entries(servers)) {
    await load(server, route, 1, email, clients);
    contestants[name] = () => load(server, route, seconds, email, clients);
  }
  const samples = await inRounds(rounds, contestants);
  return Object.entries(samples).map(([name, each]) => [name, medians(each)] as const);
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
    // Nobody listens there, so the mails of all who register stay due.
    'ours, with mails': ours({
      ...{ ...env, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.org' },
      PUBLIC_URL: 'https://users.example.org',
    }),
    bare: peer('bare-users', env),
    Prisma: peer('prisma-users', { ...env, PEER: 'fastify' }),
    'Express and Prisma': peer('prisma-users', { ...env, PEER: 'express' }),
  };
  await withServers(programs, async (servers) => {
    for (const route of routes) {
      const figures = await compare(servers, route);
      const bare = new Map(figures).get('bare')!;
      const table = figures.map(([name, each]) => {
        const ratios = {
          'speed ÷ bare': (each.perSecond / bare.perSecond).toFixed(2),
          'by CPU': (bare.cpu / each.cpu).toFixed(2),
        };
        const goal = name === 'ours' ? { goal: goals[route] } : {};
        return [`${route} ${name}`, { ...row(each), ...ratios, ...goal }];
      });
      console.table(Object.fromEntries(table));
    }
  });
}

/** Whether batches are worth their lines: the same bare routes with several ways to send their statements. */
async function compareWaysToSend() {
  const programs = options.ways.split(',').map((STATEMENTS) => {
    return [STATEMENTS, peer('bare-users', { DATABASE_URL: database.url, STATEMENTS })] as const;
  });
  await withServers(Object.fromEntries(programs), async (servers) => {
    const table: Record<string, object> = {};
    for (const route of routes) {
      for (const clients of clientCounts) {
        for (const [name, each] of await compare(servers, route, clients))
          table[`${route} of ${clients} clients, ${name}`] = row(each);
      }
    }
    console.table(table);
  });
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
