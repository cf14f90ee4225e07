import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Not a dependency: what it needs is of 2020, and is installed for one run, into a folder that `remove` deletes. */
const embetty = '@heise/embetty-server@2.0.3';

/** Embetty's own server as npm has it, with `upstream` for X; `null` when npm cannot install it. */
export function installEmbetty(upstream: string) {
  const folder = mkdtempSync(join(tmpdir(), 'embetty-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  try {
    execFileSync('npm', ['install', '--prefix', folder, ...flags, embetty], { stdio: 'inherit' });
  } catch {
    remove();
    return null;
  }
  const file = join(folder, 'node_modules/@heise/embetty-server/bin/www');
  const preload = fileURLToPath(new URL('../../preload/embetty-loopback.cjs', import.meta.url));
  const secrets = ['ACCESS_TOKEN_KEY', 'ACCESS_TOKEN_SECRET', 'CONSUMER_KEY', 'CONSUMER_SECRET'];
  const env = {
    NODE_ENV: 'production',
    NODE_OPTIONS: `--no-deprecation --require=${preload}`,
    UPSTREAM: upstream,
    ...Object.fromEntries(secrets.map((name) => [`TWITTER_${name}`, 'none'])),
  };
  return { file, env, readyPath: '/version', remove };
}
