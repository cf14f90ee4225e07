import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The file behind the `nx` command; started by hand because a stop must reach Nx and no shell around it. */
function nxProgram(root: string): string {
  const folder = join(root, 'node_modules', 'nx');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: { nx: string };
  };
  return join(folder, bin.nx);
}

/** Brings the named apps up to date through Nx, in silence. Rejects with what Nx printed when one fails. */
export async function buildApps(
  root: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const child = spawn(
    process.execPath,
    [nxProgram(root), 'run-many', '-t', 'build', '-p', names.join(','), '--outputStyle=static'],
    {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    },
  );
  const end = once(child, 'close') as Promise<[number | null]>;
  const [[code], ...output] = await Promise.all([end, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`the build failed\n${output.join('')}`);
}
