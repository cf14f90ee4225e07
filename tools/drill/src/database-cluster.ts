import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@triptych/free-port';
import { newestPostgres } from '@triptych/postgres/testing';
import { areWhole, isPrimary, type Member, readMembers } from './members.js';
import { addHost, type Host } from './network.js';
import { patroniFile } from './patroni-file.js';
import { untilOk } from './until-ok.js';

const run = promisify(execFile);
/** A standby that is copied anew takes seconds here. What takes longer than this does not end by itself. */
const wholeWithinMs = 180_000;

/** A machine with Patroni and the PostgreSQL that it runs. */
export interface DatabaseNode {
  readonly name: string;
  readonly host: Host;
  /** Ends PostgreSQL alone, as a crash does; Patroni is left to notice. */
  killDatabase(): Promise<void>;
  /** Starts Patroni, after everything on the machine was killed. */
  start(): Promise<void>;
}

interface LoggedNode extends DatabaseNode {
  readonly file: string;
  /** Of Patroni and PostgreSQL. */
  lastLines(): Promise<string[]>;
}

/** PostgreSQL as docs/operations.md advises it: Patroni with etcd, three nodes, one of them a synchronous standby. */
export interface DatabaseCluster {
  readonly nodes: readonly DatabaseNode[];
  /** Of a new database, with all nodes in it. */
  readonly createDatabase: (name: string) => Promise<string>;
  primary(): Promise<DatabaseNode>;
  /** Hands the role over to the synchronous standby, as before maintenance. */
  switchOver(): Promise<void>;
  /** Freezes what the nodes agree by, and lets it go on. */
  freezeAgreement(): void;
  thawAgreement(): void;
  /** Until there is a primary, a synchronous standby and another standby, none of them behind. */
  readonly untilWhole: () => Promise<void>;
  close(): Promise<void>;
}

/** @param folder for the data and logs, which is removed by the caller */
export async function startDatabaseCluster(folder: string): Promise<DatabaseCluster> {
  const etcd = await startEtcd(join(folder, 'etcd'));
  const bin = await newestPostgres();
  const nodes: LoggedNode[] = [];
  for (const n of [1, 2, 3]) nodes.push(await createNode(n, join(folder, `p${n}`), etcd.url, bin));
  for (const node of nodes) await node.start();

  const addresses = nodes.map(({ host }) => host.address);
  const members = () => readMembers(addresses);
  async function primary(): Promise<DatabaseNode> {
    for (;;) {
      for (const node of nodes) if (await isPrimary(node.host.address)) return node;
      await pause(100);
    }
  }
  async function untilWhole(): Promise<void> {
    const latest = performance.now() + wholeWithinMs;
    for (;;) {
      const found = await members();
      if (areWhole(found)) return;
      if (performance.now() > latest) throw new Error(await whyNotWhole(found, nodes));
      await pause(200);
    }
  }
  await untilWhole();
  return {
    nodes,
    primary,
    untilWhole,
    async createDatabase(name) {
      const { host } = await primary();
      const address = `host=${host.address} user=app password=app dbname=postgres`;
      await run('psql', [address, '-c', `CREATE DATABASE ${name}`]);
      const hosts = addresses.map((one) => `${one}:5432`).join(',');
      return `postgres://app:app@${hosts}/${name}?target_session_attrs=read-write`;
    },
    async switchOver() {
      const found = await members();
      const of = (role: string) => found.find((one) => one.role === role)!.name;
      const parties = ['--master', of('leader'), '--candidate', of('sync_standby')];
      await run('patronictl', ['-c', nodes[0]!.file, 'switchover', ...parties, '--force']);
    },
    freezeAgreement: () => void etcd.child.kill('SIGSTOP'),
    thawAgreement: () => void etcd.child.kill('SIGCONT'),
    async close() {
      for (const { host } of nodes) await host.signal('SIGKILL');
      etcd.child.kill('SIGKILL');
      for (const { host } of nodes) await host.remove();
    },
  };
}

async function whyNotWhole(members: readonly Member[], nodes: readonly LoggedNode[]) {
  const said = await Promise.all(nodes.map((node) => node.lastLines()));
  const lines = nodes.flatMap(({ name }, n) => said[n]!.map((line) => `${name}: ${line}`));
  return ['the cluster does not become whole again:', JSON.stringify(members), ...lines].join('\n');
}

async function createNode(n: number, home: string, etcdUrl: string, bin: string) {
  const [host, name] = [await addHost(n), `p${n}`];
  const [file, log] = [join(home, 'patroni.yml'), join(home, 'patroni.log')];
  await mkdir(home);
  await writeFile(file, patroniFile({ name, address: host.address, etcdUrl, home, bin }));
  const { stdout } = await run('id', ['-u', 'postgres']);
  await chown(home, Number(stdout), 0);
  return {
    name,
    host,
    file,
    lastLines: async () => (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-20),
    start: async () => {
      const output = await open(log, 'a');
      host.start('patroni', [file], { home, stdio: ['ignore', output.fd, output.fd] });
      await output.close();
    },
    async killDatabase() {
      const [pid] = (await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
  };
}

async function startEtcd(
  data: string,
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const url = `http://10.99.0.254:${await freePort()}`;
  const peers = `http://127.0.0.1:${await freePort()}`;
  const options = {
    name: 'drill',
    'data-dir': data,
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `drill=${peers}`,
  };
  const words = Object.entries(options).map(([key, value]) => `--${key}=${value}`);
  const child = spawn('etcd', words, { stdio: 'ignore' });
  await once(child, 'spawn');
  await untilOk(`${url}/health`, child, 'etcd');
  return { child, url };
}
