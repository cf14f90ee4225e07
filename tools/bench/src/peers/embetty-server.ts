import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, type ServerProcess } from '../server-process.js';

/** Not a dependency of ours: what it needs is of 2020, and is installed for one run, into a folder that goes again. */
const peer = '@heise/embetty-server@2.0.3';

export interface Peer {
  readonly start: () => Promise<ServerProcess>;
  readonly remove: () => void;
}

/** Embetty's own server as npm has it, asking `upstream` for tweets; `null` when it cannot be had. */
export function installEmbetty(upstream: string): Peer | null {
  const folder = mkdtempSync(join(tmpdir(), 'embetty-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  try {
    execFileSync('npm', ['install', '--prefix', folder, ...flags, peer], { stdio: 'inherit' });
  } catch {
    remove();
    return null;
  }
  const main = join(folder, 'node_modules/@heise/embetty-server/bin/www');
  return { remove, start: () => startServer(main, environment(upstream), '/version') };
}

function environment(upstream: string): Record<string, string> {
  const secrets = ['ACCESS_TOKEN_KEY', 'ACCESS_TOKEN_SECRET', 'CONSUMER_KEY', 'CONSUMER_SECRET'];
  const preload = fileURLToPath(new URL('embetty-loopback.cjs', import.meta.url));
  return {
    NODE_ENV: 'production',
    NODE_OPTIONS: `--no-deprecation --require=${preload}`,
    UPSTREAM: upstream,
    ...Object.fromEntries(secrets.map((name) => [`TWITTER_${name}`, 'none'])),
  };
}
