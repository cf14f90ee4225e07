import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

const children: ChildProcess[] = [];

/** Ends what a failed test left running. */
export function endServices(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}

export type ServiceProcess = Awaited<ReturnType<typeof launchService>>;

/** The service as a process of its own, listening on ports that were free; resolves when it listens. */
export async function launchService(env: Record<string, string>) {
  const healthPort = await freePort();
  const running = run([], {
    PORT: '0',
    HEALTH_PORT: String(healthPort),
    RATE_LIMIT_MAX: '0',
    ...env,
  });
  const { address } = await running.line('listening');
  return { ...running, address: address!, ops: `http://127.0.0.1:${healthPort}` };
}

/** `node main.js <parameters>` from source. */
export function run(parameters: string[], env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--conditions=@triptych/source', '--import', 'tsx', main, ...parameters],
    { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  children.push(child);
  const lines: string[] = [];
  const exited = once(child, 'close') as Promise<[number | null, string | null]>;
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const output = createInterface(child.stdout);
  output.on('line', (text) => void lines.push(text));
  async function line(msg: string): Promise<{ address?: string }> {
    for (;;) {
      const entries = lines.map((text) => JSON.parse(text) as { msg: string; address?: string });
      const found = entries.find((entry) => entry.msg === msg);
      if (found) return found;
      await Promise.race([
        once(output, 'line'),
        exited.then(() => {
          throw new Error(`exited before "${msg}": ${errors}${lines.join('\n')}`);
        }),
      ]);
    }
  }
  return { child, lines, line, exited, errors: () => errors };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
