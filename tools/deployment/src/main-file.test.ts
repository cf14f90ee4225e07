import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './repository.js';

// Loading blocks the process, as a bundle and what it imports do.
const loading = `import { writeSync } from 'node:fs';
writeSync(1, 'loading');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
`;
const idle = 'setInterval(() => {}, 60_000);';
const handling = `process.once('SIGTERM', () => process.exit(7)); ${idle}`;

describe('dist/main.js', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'main-file-'));
    await copyFile(join(root, 'tools/stamp/main.js'), join(folder, 'main.js'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  });
  afterAll(() => rm(folder, { recursive: true }));

  // Without a handler the ending would be [null, signal], and as process 1 none at all.
  it.each([
    ['ends a service that is still loaded with 0', idle, 'SIGTERM', [], [0, null]],
    ['does so for Ctrl-C', idle, 'SIGINT', [], [0, null]],
    ['ends a command as unfinished', idle, 'SIGTERM', ['migrate'], [143, null]],
    ['leaves a stop to the handlers of a loaded service', handling, 'SIGTERM', [], [7, null]],
  ] as const)('%s', async (_name, service, signal, parameters, ending) => {
    await writeFile(join(folder, 'service.js'), loading + service);
    const child = spawn(process.execPath, [join(folder, 'main.js'), ...parameters], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await exited).toEqual(ending);
  });
});
