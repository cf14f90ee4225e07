import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = fileURLToPath(new URL('../..', import.meta.url));
const client = fileURLToPath(new URL('../../../../libs/embed-client/', import.meta.url));
const buildPackage = fileURLToPath(new URL('../../../pack/build-package.mjs', import.meta.url));
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

export interface ExampleSite {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const execute = promisify(execFile);

/** A copy of an example with the client as others install it, beside what the example has by itself. */
async function copyOf({ name, packages }: Example): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `example-${name}-`));
  cpSync(join(project, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  const installed = join(folder, 'node_modules');
  mkdirSync(join(installed, '@triptych'), { recursive: true });
  const place = join(installed, '@triptych/embed-client');
  await execute(process.execPath, [buildPackage, place], { cwd: client });
  const own = join(project, 'examples', name, 'node_modules');
  for (const one of packages) {
    const from = existsSync(own) ? own : modules;
    symlinkSync(join(from, one), join(installed, one));
  }
  return folder;
}

type Variables = Readonly<Record<string, string>>;

interface Example {
  readonly name: string;
  /** Beside the client. */
  readonly packages: readonly string[];
  /** Parameters of Node. */
  readonly run: readonly string[];
}

const environment = (variables: Variables) => ({ PATH: process.env['PATH'], ...variables });

/** Builds the example, and serves what it wrote to `dist`. */
export async function buildSite(example: Example, variables: Variables): Promise<ExampleSite> {
  const folder = await copyOf(example);
  // The upstreams of the embed server are in this process, which must not stand still.
  await execute(process.execPath, [...example.run], {
    cwd: folder,
    env: environment({ HOME: folder, ...variables }),
  });
  const page = readFileSync(join(folder, 'dist/index.html'));
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Starts the example, which says where it listens. */
export async function startSite(example: Example, variables: Variables): Promise<ExampleSite> {
  const folder = await copyOf(example);
  const child = spawn(process.execPath, example.run, {
    ...{ cwd: folder, env: environment({ PORT: '0', ...variables }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const first = await lines.next();
  const address: unknown = first.value;
  if (typeof address !== 'string') throw new Error('the example ended without an address');
  return {
    address,
    close: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
