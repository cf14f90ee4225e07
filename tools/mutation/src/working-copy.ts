import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files of the repository as they stand, uncommitted work as well. */
export function filesOf(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return listed.split('\0').filter((name) => name && existsSync(join(root, name)));
}

/**
 * A copy of the repository, so that no fault is ever left in the code of the one who runs this. It lies inside the
 * repository because modules are hard links, and stays there, so that Jest finds what it has translated before.
 */
export function createWorkingCopy(root: string, files: readonly string[], name: string): string {
  const copy = join(root, 'tools/mutation/out-tsc', name);
  const isSame = (file: string) =>
    existsSync(join(copy, file)) &&
    readFileSync(join(copy, file)).equals(readFileSync(join(root, file)));
  if (!isSame('package-lock.json')) rmSync(copy, { recursive: true, force: true });
  const kept = new Set(files);
  const before = existsSync(copy) ? filesUnder(copy) : [];
  for (const file of before.filter((one) => !kept.has(one))) rmSync(join(copy, file));
  for (const file of files.filter((one) => !isSame(one))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  const apps = readdirSync(join(root, 'apps')).map((app) => `apps/${app}`);
  for (const folder of apps.map((app) => join(app, 'src/generated'))) {
    rmSync(join(copy, folder), { recursive: true, force: true });
    link(root, copy, folder);
  }
  for (const folder of ['', ...apps].map((project) => join(project, 'node_modules'))) {
    if (!existsSync(join(copy, folder))) link(root, copy, folder);
  }
  return copy;
}

function link(root: string, copy: string, folder: string): void {
  if (existsSync(join(root, folder))) {
    execFileSync('cp', ['-al', join(root, folder), join(copy, folder)]);
  }
}

const notCopied = /^(node_modules|generated|out-tsc|dist|\.git)$/;

function filesUnder(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const name = join(prefix, entry.name);
    if (!entry.isDirectory()) return [name];
    return notCopied.test(entry.name) ? [] : filesUnder(folder, name);
  });
}
