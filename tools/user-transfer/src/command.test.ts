import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jest } from '@jest/globals';
import { run } from './command.js';

/** The two routes as the service has them; `cut` ends the connection after that many lines. */
const users = Array.from({ length: 500 }, (_, n) => ({
  Email: `u${String(n).padStart(3, '0')}@b.co`,
}));
let cut = Infinity;
let seen: { authorization: string | undefined; lines: number };

async function respond(request: IncomingMessage, response: ServerResponse) {
  seen.authorization = request.headers.authorization;
  if (request.headers.authorization !== 'Bearer key') {
    return void response.writeHead(401).end(JSON.stringify({ detail: 'Send a valid API key.' }));
  }
  const { pathname, searchParams } = new URL(request.url!, 'http://x');
  if (pathname === '/base/users:export') {
    const from = searchParams.get('after') ?? '';
    const page = users.filter(({ Email }) => Email > from);
    page.slice(0, cut).forEach((user) => response.write(`${JSON.stringify(user)}\n`));
    if (page.length > cut) return void response.write('{"Email":"hal', () => response.destroy());
    return void response.end();
  }
  const lines = createInterface(request);
  // A client that goes while its lines are read is one of the cases here; the error may come after the reading.
  lines.on('error', () => {});
  for await (const text of lines) {
    seen.lines += 1;
    const status = Number(text);
    response.write(`${JSON.stringify({ line: seen.lines, status })}\n`);
    if (seen.lines >= cut) return void response.write('', () => response.destroy());
  }
  response.end();
}

let server: Server;
let url: string;
let folder: string;
let printed: string;
let spies: { mockRestore(): void }[];
beforeEach(async () => {
  [cut, seen, printed] = [Infinity, { authorization: undefined, lines: 0 }, ''];
  server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  folder = await mkdtemp(join(tmpdir(), 'user-transfer-'));
  spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    }),
    jest.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
});
afterEach(async () => {
  spies.forEach((spy) => spy.mockRestore());
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const command = (parameters: string[], API_KEY = 'key') =>
  run([...parameters, '--url', url], { API_KEY });
const fileOf = async (statuses: number[]) => {
  const path = join(folder, 'in.ndjson');
  await writeFile(path, statuses.map((status) => `${status}\n`).join(''));
  return path;
};

describe('import', () => {
  it('is 0 when every user is there now, and prints who was there before', async () => {
    expect(await command(['import', await fileOf([200, 409, 200])])).toBe(0);
    expect(printed).toBe('{"line":2,"status":409}\n');
    expect(seen).toEqual({ authorization: 'Bearer key', lines: 3 });
  });

  it('is 1 when lines were refused', async () => {
    expect(await command(['import', await fileOf([200, 400, 413])])).toBe(1);
    expect(printed.split('\n')).toHaveLength(3);
  });

  it('is 3 when the transfer breaks off', async () => {
    cut = 2;
    expect(await command(['import', await fileOf([200, 400, 200, 200])])).toBe(3);
  });

  it('is 3 without the file, without the service, and with a wrong key', async () => {
    expect(await command(['import', join(folder, 'none')])).toBe(3);
    expect(await command(['import', await fileOf([200])], 'wrong')).toBe(3);
    expect(
      await run(['import', await fileOf([200]), '--url', 'http://127.0.0.1:1'], { API_KEY: 'key' }),
    ).toBe(3);
  });
});

describe('export', () => {
  const whole = users.map((user) => `${JSON.stringify(user)}\n`).join('');

  it('writes a file', async () => {
    const path = join(folder, 'out.ndjson');
    expect(await command(['export', path])).toBe(0);
    expect(await readFile(path, 'utf8')).toBe(whole);
  });

  it('goes on where it broke off, as often as it must', async () => {
    const path = join(folder, 'out.ndjson');
    cut = 200;
    expect(await command(['export', path, '--resume'])).toBe(3);
    expect(await command(['export', path, '--resume'])).toBe(3);
    cut = Infinity;
    expect(await command(['export', path, '--resume'])).toBe(0);
    expect(await readFile(path, 'utf8')).toBe(whole);
    expect(await command(['export', path, '--resume'])).toBe(0);
    expect(await readFile(path, 'utf8')).toBe(whole);
  });
});

it.each([
  [[]],
  [['move']],
  [['import', 'a', 'b']],
  [['export', '--resume']],
  [['import', '--fast']],
])('is 2 for %j', async (parameters: string[]) => expect(await command(parameters)).toBe(2));

it('is 2 without a key', async () => expect(await command(['export'], '')).toBe(2));
