import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The sources of a commit in a scratch folder, with the packages of this one. */
export function unpackRelease(commit: string) {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-release-'));
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root });
  try {
    git('cat-file', '-e', commit);
  } catch {
    // A clone that is not whole.
    git('fetch', '--depth=1', 'origin', commit);
  }
  git('archive', '--output', join(folder, 'all.tar'), commit);
  execFileSync('tar', ['-xf', 'all.tar'], { cwd: folder });
  linkPackages(folder);
  const app = join(folder, 'apps/social-app');
  const prisma = join(root, 'node_modules/prisma/build/index.js');
  execFileSync(process.execPath, [prisma, 'generate'], { cwd: app, stdio: 'ignore' });
  return {
    main: join(app, 'src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Its own projects by name; everything else as it is installed here. */
function linkPackages(folder: string): void {
  const own = join(folder, 'node_modules/@triptych');
  mkdirSync(own, { recursive: true });
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    if (entry !== '@triptych')
      symlinkSync(join(root, 'node_modules', entry), join(folder, 'node_modules', entry));
  }
  for (const kind of ['apps', 'libs', 'tools']) {
    for (const project of readdirSync(join(folder, kind))) {
      const path = join(folder, kind, project);
      if (existsSync(join(path, 'package.json'))) symlinkSync(path, join(own, project));
    }
  }
}
