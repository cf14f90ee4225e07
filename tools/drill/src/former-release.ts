import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { type Release, thisRelease } from './replica.js';

const run = promisify(execFile);

/**
 * Builds another commit in a folder, with the packages of its own lockfile, as its images were built.
 *
 * @param folder empty; it goes with the drill
 */
export async function buildRelease(commit: string, folder: string): Promise<Release> {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: thisRelease });
  try {
    git('cat-file', '-e', commit);
  } catch {
    // A clone that is not whole.
    git('fetch', '--depth=1', 'origin', commit);
  }
  const archive = join(folder, 'all.tar');
  git('archive', '--output', archive, commit);
  const options = {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NX_DAEMON: 'false',
      // What this release has cached is not that one's.
      NX_CACHE_DIRECTORY: join(folder, '.nx/cache'),
      NX_WORKSPACE_DATA_DIRECTORY: join(folder, '.nx/data'),
    },
    maxBuffer: 64 * 1024 * 1024,
  };
  await run('tar', ['-xf', archive], options);
  await run('npm', ['ci', '--no-audit', '--no-fund'], options);
  const apps = 'embed-server,user-service,social-app';
  await run('npx', ['nx', 'run-many', '-t', 'build', '-p', apps], options);
  return folder;
}
