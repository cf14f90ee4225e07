import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

const recording = new URL('../../upstream-player/recordings/tweet-syn-photo.json', import.meta.url);

/** The tweet of the recording. */
export const tweetId = '1641086480675225601';
export const imageBytes = 100_000;

export interface Upstream {
  readonly origin: string;
  /** Requests answered so far. */
  readonly asked: () => number;
  /** What X's API 1.1 says of the tweet of the recording, and under their own ids of all others. */
  sayApi1(tweet: object): void;
  /** Milliseconds before each answer about a tweet. */
  slowDown(delay: number): void;
  close(): void;
}

/** X's syndication as one recorded tweet under any id, and its photo as 100 kB that begin like a JPEG. */
export async function startUpstream(): Promise<Upstream> {
  const photo = Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600', 'hex'),
    randomBytes(imageBytes - 11),
  ]);
  const recorded = readFileSync(recording, 'utf8');
  let [requests, delay, api1] = [0, 0, '{}'];
  const server = createServer((request, response) => {
    requests += 1;
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const classic = /^\/1\.1\/statuses\/show\/(\d+)\.json$/.exec(pathname)?.[1];
    if (classic === undefined && pathname !== '/tweet-result') {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
      return;
    }
    const told = classic === undefined ? recorded : api1;
    const body = told
      .replace(/https:\/\/[a-z]+\.twimg\.com/g, origin)
      .replaceAll(tweetId, classic ?? searchParams.get('id') ?? tweetId);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (delay === 0) response.end(body);
    else setTimeout(() => response.end(body), delay);
  });
  const sayApi1 = (tweet: object) => void (api1 = JSON.stringify(tweet));
  const slowDown = (milliseconds: number) => void (delay = milliseconds);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, asked: () => requests, sayApi1, slowDown, close: () => server.close() };
}
