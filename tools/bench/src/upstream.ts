import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const recording = new URL('../../upstream-player/recordings/tweet-syn-photo.json', import.meta.url);

/** The tweet of the recording. */
export const tweetId = '1641086480675225601';

/** X's syndication as one recorded tweet under any id, and its photo as 100 kB that begin like a JPEG. */
export async function startUpstream() {
  const jpegHead = Buffer.from('ffd8ffe000104a46494600', 'hex');
  const photo = Buffer.concat([jpegHead, randomBytes(100_000 - jpegHead.length)]);
  const recorded = readFileSync(recording, 'utf8');
  let [delay, api1] = [0, '{}'];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const classic = /^\/1\.1\/statuses\/show\/(\d+)\.json$/.exec(pathname)?.[1];
    if (classic === undefined && pathname !== '/tweet-result') {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
      return;
    }
    const body = (classic === undefined ? recorded : api1)
      .replace(/https:\/\/[a-z]+\.twimg\.com/g, origin)
      .replaceAll(tweetId, classic ?? searchParams.get('id') ?? tweetId);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (delay === 0) response.end(body);
    else setTimeout(() => response.end(body), delay);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    /** What X's API 1.1 replies about the tweet of the recording, and with their own ids about all others. */
    setApi1Tweet: (tweet: object) => void (api1 = JSON.stringify(tweet)),
    /** Milliseconds before each reply about a tweet. */
    setDelay: (milliseconds: number) => void (delay = milliseconds),
    close: () => server.close(),
  };
}
