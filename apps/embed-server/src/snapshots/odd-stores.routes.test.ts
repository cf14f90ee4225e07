import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { s3Keys, startS3 } from '@triptych/object-storage/testing';
import { pictures } from '../testing/pictures.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';
import {
  createKeptApp,
  keptIn,
  pastTheCache,
  removeFolder,
  temporaryFolder,
  type KeptApp,
} from './testing/kept-app.js';
import { decodeSnapshot, encodeSnapshot } from './parse-snapshot.js';

let upstream: UpstreamPlayer;
let folder: string;
const servers: KeptApp[] = [];
beforeEach(async () => {
  upstream = await startUpstream();
  folder = await temporaryFolder();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await upstream.close();
  await removeFolder(folder);
});

async function start(environment: Record<string, string> = {}, where = folder): Promise<KeptApp> {
  const server = await createKeptApp(where, upstream, environment);
  servers.push(server);
  return server;
}

function play(name = 'tweet-drawn-photos'): string {
  const page = playRecording(upstream, name);
  upstream.on('*', sendFile(pictures.png, 'image/png'));
  return page;
}

function fail(): void {
  upstream.reset();
  upstream.on('*', (_request, response) => void response.writeHead(500).end());
}

const statusOf = async (server: KeptApp, url: string) => (await server.app.inject(url)).statusCode;

async function keep(server: KeptApp, page: string): Promise<void> {
  expect(await statusOf(server, page)).toBe(200);
  await server.settled();
}

const count = async (server: KeptApp, line: string) =>
  Number(
    (await server.metrics())
      .split('\n')
      .find((each) => each.startsWith(line))
      ?.split(' ')[1],
  );

describe('two replicas', () => {
  it('that share a folder show what either kept, and neither what either erased', async () => {
    const page = play();
    const [first, second] = [await start(), await start()];
    await keep(first, page);
    fail();
    expect(await statusOf(second, page)).toBe(200);
    first.wait(pastTheCache);
    expect((await first.erase(`https://embeds.example${page}`)).statusCode).toBe(200);
    expect(await statusOf(first, page)).toBe(502);
    second.wait(30);
    expect(await statusOf(second, page)).toBe(502);
    expect(await keptIn(folder)).toEqual(['erased']);
  });
});

describe('objects that somebody else wrote, or that are torn', () => {
  async function tamper(change: (path: string) => Promise<unknown>): Promise<KeptApp> {
    const page = play();
    await keep(await start(), page);
    const name = (await readdir(folder)).find((each) => each.endsWith('.snapshot')) ?? '';
    await change(join(folder, name));
    fail();
    const server = await start();
    expect(await statusOf(server, page)).toBe(502);
    return server;
  }

  it.each([0, 10, 100, 500])('are not shown: the first %d bytes', async (length) => {
    const server = await tamper((path) => truncate(path, length));
    expect(await count(server, 'embed_snapshots_foreign_total')).toBe(1);
  });

  it.each(['tweet-drawn-photos', 'masto-cw-text', 'bsky-drawn-gallery'])(
    'are not shown: %s, whose post a hand has written, with a checksum that is right',
    async (name) => {
      const page = play(name);
      await keep(await start(), page);
      const path = join(folder, (await readdir(folder))[0] ?? '');
      const whole = decodeSnapshot(await readFile(path));
      fail();
      for (const words of ['', '{', 'null', '[]', '7', '"a"', '{}', '['.repeat(1_000_000)]) {
        const post = { about: whole?.post.about ?? '', body: Buffer.from(words) };
        await writeFile(path, encodeSnapshot({ ...whole!, post }));
        const server = await start();
        expect([words.slice(0, 9), await statusOf(server, page)]).toEqual([words.slice(0, 9), 502]);
        expect([words.slice(0, 9), await statusOf(server, page.replace('.amp', ''))]).toEqual([
          words.slice(0, 9),
          502,
        ]);
      }
    },
  );

  it('are not shown: those of another post', async () => {
    const other = play('masto-cw-text');
    await keep(await start(), other);
    const [name = ''] = await readdir(folder);
    const value = await readFile(join(folder, name));
    await rm(join(folder, name));
    await tamper((path) => writeFile(path, value));
  });

  it('are not shown: what is larger than it may be', async () => {
    await tamper((path) => writeFile(path, Buffer.alloc(70 * 1024 * 1024)));
  });
});

describe('a store that cannot be written', () => {
  it('changes no reply, and is counted', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const page = play();
    const server = await start({}, file);
    await keep(server, page);
    expect(await count(server, 'embed_snapshots_total{outcome="failed"')).toBe(1);
    fail();
    server.wait(pastTheCache);
    expect(await statusOf(server, page)).toBe(502);
    const erased = await server.erase(`https://embeds.example${page}`);
    expect([erased.statusCode, erased.json().code]).toEqual([503, 'snapshots_unavailable']);
  });

  it('has no room: the bound is kept, and those read longest ago leave', async () => {
    const measured = await start();
    const [first, last] = [play(), play('masto-cw-text')];
    play();
    for (const page of [first, last]) await keep(measured, page);
    const bytes = await count(measured, 'embed_snapshots_bytes');
    await removeFolder(folder);
    const server = await start({ SNAPSHOT_MAX_BYTES: String(bytes - 1) });
    for (const page of [first, last]) {
      await keep(server, page);
      server.wait(100);
    }
    expect(await count(server, 'embed_snapshots_bytes')).toBeLessThan(bytes);
    fail();
    server.wait(pastTheCache);
    expect(await statusOf(server, last)).toBe(200);
    expect(await statusOf(server, first)).toBe(502);
  });
});

describe('S3', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  beforeEach(async () => {
    s3 = await startS3();
  });
  afterEach(() => s3.close());

  const startWithS3 = () =>
    start({
      SNAPSHOT_S3_URL: s3.url,
      SNAPSHOT_S3_ACCESS_KEY_ID: s3Keys.id,
      SNAPSHOT_S3_SECRET_ACCESS_KEY: s3Keys.secret,
      OUTBOUND_ALLOW_HOSTS: `${upstream.authority},${s3.authority}`,
    });

  it('keeps, shows and erases, and nobody but the host that is allowed is asked', async () => {
    const page = play();
    const [first, second] = [await startWithS3(), await startWithS3()];
    await keep(first, page);
    expect([...s3.objects.keys()]).toEqual([
      expect.stringMatching(/^some\/where\/[\da-f]{64}\.snapshot$/),
    ]);
    fail();
    const image = `${page.replace('.amp', '')}/images/1`;
    expect((await second.app.inject(image)).rawPayload).toEqual(pictures.png);
    expect((await second.erase(`https://embeds.example${page}`)).json().snapshots).toHaveLength(1);
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/\.erased$/)]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('that is away changes no reply, and is used again once it is back', async () => {
    const page = play();
    const server = await startWithS3();
    s3.refuse(503);
    await keep(server, page);
    expect(s3.objects.size).toBe(0);
    s3.refuse(null);
    server.wait(600);
    await keep(server, page);
    await server.settled();
    expect(s3.objects.size).toBe(1);
    fail();
    s3.refuse(500);
    server.wait(pastTheCache);
    expect(await statusOf(server, page)).toBe(502);
    s3.refuse(null);
    server.wait(100);
    expect(await statusOf(server, page)).toBe(200);
  });
});
