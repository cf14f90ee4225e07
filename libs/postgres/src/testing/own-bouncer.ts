import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@triptych/free-port';

/** PgBouncer of a test's own. */
export interface OwnBouncer {
  /** The same database as that of the server, through it. */
  readonly url: string;
  signal(name: NodeJS.Signals): void;
  /** Ends it and removes what it has on disk. */
  close(): Promise<void>;
}

export interface BouncerOptions {
  readonly mode: 'session' | 'transaction';
  /** Connections to the server; 20 by default. */
  readonly size?: number;
  /** Further lines of its configuration. */
  readonly settings?: readonly string[];
}

/**
 * Starts PgBouncer in front of the server of `serverUrl`, for all of its databases.
 *
 * @throws Error when it is not installed: these tests never skip
 */
export async function startPgBouncer(
  serverUrl: string,
  { mode, size = 20, settings = [] }: BouncerOptions,
): Promise<OwnBouncer> {
  const server = new URL(serverUrl);
  const port = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'own-pgbouncer-'));
  await chmod(home, 0o755);
  const file = join(home, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 500
${settings.join('\n')}
`,
  );
  // It does not run as root.
  const uid = process.getuid?.() === 0 && Number(execFileSync('id', ['-u', 'postgres']));
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...(uid && { uid }) });
  const exited = once(child, 'exit');
  while (child.exitCode === null && !(await isOpen(port))) await pause(20);
  if (child.exitCode !== null) throw new Error('pgbouncer ended at once');
  server.port = String(port);
  return {
    url: server.href,
    signal: (name) => void child.kill(name),
    async close() {
      child.kill('SIGKILL');
      await exited;
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
