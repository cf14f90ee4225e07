import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A copy of the repository as it stands, uncommitted work as well, so that no fault is ever left in the code of the one
 * who runs this. It lies inside the repository because modules are hard links.
 */
export function createWorkingCopy(root: string): string {
  const copy = join(root, 'tools/mutation/out-tsc/copy');
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  for (const file of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  const apps = readdirSync(join(root, 'apps')).map((name) => `apps/${name}`);
  const ignored = ['', ...apps].flatMap((folder) => [
    join(folder, 'node_modules'),
    join(folder, 'src/generated'),
  ]);
  for (const folder of ignored.filter((name) => existsSync(join(root, name)))) {
    execFileSync('cp', ['-al', join(root, folder), join(copy, folder)]);
  }
  return copy;
}
