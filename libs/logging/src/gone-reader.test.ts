import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const fixture = fileURLToPath(new URL('./gone-reader.fixture.ts', import.meta.url));

let child: ChildProcess;
afterEach(() => void child.kill('SIGKILL'));

it('a process ends when it is told to, although what it logs was read no more, and its reader has gone', async () => {
  child = spawn(process.execPath, ['--conditions=@triptych/source', '--import', 'tsx', fixture], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  await once(child.stderr!, 'data');
  child.stdout!.destroy();
  child.stderr!.destroy();
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
