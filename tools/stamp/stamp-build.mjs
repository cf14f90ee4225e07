// Writes dist/main.js beside a bundle, which it loads, and dist/build-info.json: what /version and /-/health report about the
// running build.
// A second folder, the files of a web client, is copied to dist/web.
// BUILD_COMMIT and BUILD_TIME are for an image build, which has no .git folder.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [project, webClient] = process.argv.slice(2);
if (!project) {
  console.error('usage: stamp-build.mjs apps/<app> [apps/<web>/dist]');
  process.exit(1);
}

function currentCommit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const info = {
  version,
  commit: process.env.BUILD_COMMIT || currentCommit(),
  releasedOn: process.env.BUILD_TIME || new Date().toISOString(),
};
writeFileSync(join(project, 'dist', 'build-info.json'), `${JSON.stringify(info, null, 2)}\n`);
copyFileSync(join(import.meta.dirname, 'main.js'), join(project, 'dist', 'main.js'));

if (webClient) {
  const target = join(project, 'dist', 'web');
  rmSync(target, { recursive: true, force: true });
  cpSync(webClient, target, { recursive: true });
}
