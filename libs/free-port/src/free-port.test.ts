import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';

const asking = fileURLToPath(new URL('./asking.fixture.ts', import.meta.url));
const count = 300;

/** Ports that a process of its own got, and its end. */
async function askElsewhere() {
  const flags = ['--conditions=@triptych/source', '--import', 'tsx', asking, String(count)];
  const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const end = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { ports: JSON.parse(line) as number[], end };
}

const askHere = () => Promise.all(Array.from({ length: count }, freePort));

it('gives no port twice, in three processes at once, and none of the ephemeral range', async () => {
  const [here, one, other] = await Promise.all([askHere(), askElsewhere(), askElsewhere()]);
  const ports = [...here, ...one.ports, ...other.ports];
  expect(new Set(ports).size).toBe(3 * count);
  expect(Math.min(...ports)).toBeGreaterThan(1_023);
  // Where Linux begins to give ports by itself.
  expect(Math.max(...ports)).toBeLessThan(32_768);
  await Promise.all([one.end(), other.end()]);
});

it('gives a port on which one can listen, and listen again', async () => {
  const port = await freePort();
  for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  }
});
