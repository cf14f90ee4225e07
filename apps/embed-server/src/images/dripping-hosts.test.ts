import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pictures } from '../testing/pictures.js';
import { postWithPicture } from '../testing/post-with-picture.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

// Hosts that send most of a large picture at once, and then a byte now and then, so that what has arrived takes memory.
let upstream: UpstreamPlayer;
let server: TestApp;
let hosts: Server[];

const burst = Buffer.concat([pictures.png, Buffer.alloc(700_000)]);

async function startHost(): Promise<string> {
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 900_000 }).write(burst);
    const timer = setInterval(() => response.write('.'), 1000);
    response.on('close', () => clearInterval(timer));
  });
  hosts.push(host);
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  return `127.0.0.1:${(host.address() as AddressInfo).port}`;
}

beforeEach(() => {
  hosts = [];
});
afterEach(async () => {
  await server.stop();
  for (const host of hosts) host.closeAllConnections();
  for (const host of hosts) host.close();
  await upstream.close();
});

/** Milliseconds; behind the drips, others would wait for all of it. */
const deadline = 8_000;
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Infinity;

describe.each([
  ['8 pictures of one host', 8, 1],
  ['100 pictures of one host', 100, 1],
  ['8 pictures of eight hosts', 8, 8],
  ['100 pictures of a hundred hosts', 100, 100],
])('while %s drip', (_what, count, hostCount) => {
  it('posts and pictures of others do not wait for them, and the drips end', async () => {
    upstream = await startUpstream();
    const names = await Promise.all(Array.from({ length: hostCount }, startHost));
    server = await createTestApp(
      {
        OUTBOUND_ALLOW_HOSTS: [upstream.authority, ...names].join(','),
        UPSTREAM_DEADLINE_MS: String(deadline),
        // A tenth of what they are by default, as the pictures are.
        IMAGE_MAX_BYTES: '1000000',
        FETCH_MAX_BYTES: '6400000',
      },
      upstream,
    );
    upstream.on('/good.png', sendFile(pictures.png, 'image/png'));
    const paths = Array.from({ length: count }, (_, n) =>
      postWithPicture(upstream, n + 1, `http://${names[n % hostCount]}/${n}.png`),
    );
    for (const path of paths) await server.app.inject(path.replace('/images/0', ''));
    const drips = paths.map((path) => server.app.inject(path).then(({ statusCode }) => statusCode));
    const times: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      const path = postWithPicture(upstream, 1000 + n, `${upstream.origin}/good.png?${n}`);
      const url = n % 2 === 0 ? path : path.replace('/images/0', '.amp');
      const startedAt = performance.now();
      expect((await server.app.inject(url)).statusCode).toBe(200);
      times.push(performance.now() - startedAt);
    }
    // Who waited for a drip would wait for its end.
    expect(median(times)).toBeLessThan(deadline / 2);
    expect(Math.max(...times)).toBeLessThan(deadline);
    const statuses = new Set(await Promise.all(drips));
    expect([...statuses].filter((status) => ![502, 503, 504].includes(status))).toEqual([]);
  });
});
