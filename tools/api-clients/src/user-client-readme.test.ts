// The examples in the README of the client, run as they stand, each a process of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@triptych/free-port';
import { serviceProcesses, type ServiceProcess } from '@triptych/testing';
import { createUserClient } from '@triptych/user-client';
import { buildSync } from 'esbuild';

const main = new URL('../../../apps/user-service/src/main.ts', import.meta.url);
const readme = new URL('../../../libs/user-client/README.md', import.meta.url);
const { launch, endAll } = serviceProcesses(main);
const key = 'a-key-that-only-this-test-knows';
const data = mkdtempSync(join(tmpdir(), 'user-service-'));
const children: ChildProcess[] = [];

let service: ServiceProcess;
let client: ReturnType<typeof createUserClient>;
beforeAll(async () => {
  const keys = { API_KEYS: key, WEBHOOK_KEYS: key.repeat(2) };
  service = await launch({ ...keys, DATA_DIR: data, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  client = createUserClient({ baseUrl: service.address, apiKey: key });
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill();
    await once(child, 'close');
  }
});
afterAll(async () => {
  await service.stop();
  endAll();
  rmSync(data, { recursive: true });
});

const examples = new Map(
  [...readFileSync(readme, 'utf8').matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```/gm)].map(
    ([, name, text]) => [name!, text!],
  ),
);

/** Starts an example; `lines` gives what it prints, and ends with it. */
function start(name: string, env: Readonly<Record<string, string>> = {}) {
  const { outputFiles } = buildSync({
    stdin: {
      contents: examples.get(name)!,
      loader: 'ts',
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', write: false },
    conditions: ['@triptych/source'],
  });
  const file = join(data, `${name}.mjs`);
  writeFileSync(file, outputFiles[0]!.contents);
  const own = { PATH: process.env['PATH'], USERS_URL: service.address, USERS_KEY: key };
  const child = spawn(process.execPath, [file], {
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return createInterface(child.stdout)[Symbol.asyncIterator]();
}

async function take(lines: AsyncIterator<string>, count = Infinity): Promise<string[]> {
  const list: string[] = [];
  while (list.length < count) {
    const { done, value } = await lines.next();
    if (done) break;
    list.push(value);
  }
  return list;
}

it('are all tried here', () => {
  expect([...examples.keys()]).toEqual(['register.ts', 'copy.ts', 'transfer.ts', 'receive.ts']);
});

it('register.ts', async () => {
  expect(await take(start('register.ts'))).toEqual(['registered true', '409 email_taken']);
});

it('copy.ts', async () => {
  const { users } = await client.listUsers({ limit: 1000 });
  const lines = start('copy.ts');
  expect(await take(lines, 1)).toEqual([`live with ${users.length}`]);
  await client.registerUser({ FullName: 'a', Email: 'copy@example.org' });
  expect(await take(lines, 1)).toEqual([`live with ${users.length + 1}`]);
});

it('transfer.ts', async () => {
  expect(await take(start('transfer.ts'))).toEqual([
    ...['1 200', '2 200', '3 200'],
    ...['p1@example.org', 'p2@example.org', 'p3@example.org'],
  ]);
});

it('receive.ts', async () => {
  const port = await freePort();
  const { webhook, secret } = await client.createWebhook({ url: `http://127.0.0.1:${port}/` });
  const lines = start('receive.ts', { PORT: String(port), WEBHOOK_SECRETS: secret });
  expect(await take(lines, 1)).toEqual(['listening']);
  expect(await client.testWebhook(webhook.id)).toMatchObject({ outcome: 'delivered' });
  const user = await client.registerUser({ FullName: 'a', Email: 'hook@example.org' });
  expect(await take(lines, 2)).toEqual([
    `webhook.test ${webhook.id}`,
    `user.registered ${user.ID}`,
  ]);
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
  expect(forged.status).toBe(401);
  await client.removeWebhook(webhook.id);
});
