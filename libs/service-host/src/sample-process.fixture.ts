import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Line {
  msg: string;
  /** ISO 8601, so that texts compare as times do. */
  time: string;
  address?: string;
  ops?: string;
  port?: number;
  err?: { message: string };
}

const main = fileURLToPath(new URL('./sample-service.fixture.ts', import.meta.url));
const children: ChildProcess[] = [];

/** The service of sample-service.fixture.ts as a process of its own. */
export function startSampleService(env: Record<string, string> = {}, ...parameters: string[]) {
  const child = spawn(
    process.execPath,
    ['--conditions=@triptych/source', '--import', 'tsx', main, ...parameters],
    { env: { PATH: process.env['PATH'], PORT: '0', HEALTH_PORT: '0', ...env }, stdio: 'pipe' },
  );
  children.push(child);
  const lines: Line[] = [];
  const waiting: (() => void)[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  createInterface(child.stdout).on('line', (text) => {
    lines.push(JSON.parse(text) as Line);
    waiting.splice(0).forEach((wake) => wake());
  });
  const exited = once(child, 'close') as Promise<[number | null, string | null]>;
  async function line(msg: string): Promise<Line> {
    for (;;) {
      const found = lines.find((entry) => entry.msg === msg);
      if (found) return found;
      await Promise.race([
        new Promise<void>((resolve) => waiting.push(resolve)),
        exited.then(() => {
          throw new Error(`exited before "${msg}": ${errors}`);
        }),
      ]);
    }
  }
  return { child, lines, line, exited, stderr: () => errors };
}

export function killSampleServices(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}
