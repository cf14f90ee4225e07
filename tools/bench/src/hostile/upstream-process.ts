// The other servers of a hostile run, in a process of their own: what takes long to make does not delay who measures.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { mutated } from './mutations.js';
import { createRandom, type Random } from './random.js';
import { actorOf, hostileCase, numberIn, sampleOf, sourceOf, type Source } from './samples.js';

/** What the process tells about itself at `/ready`. */
export interface HostileUpstreams {
  /** Host of X, Vimeo and YouTube. */
  readonly platforms: string;
  readonly instances: readonly string[];
  /** A host that replies 404 to everything, so whatever is said in its name is not so. */
  readonly victim: string;
}

const seed = Number(process.env['BENCH_SEED']);
const pictures = new URL('../../../upstream-player/pictures/', import.meta.url);
const png = readFileSync(new URL('avatar-1.png', pictures));
const instanceCount = 8;
const instanceSources = new Set<Source>(['mastodon', 'activitypub', 'misskey']);

/** A path that only one source replies at; ActivityPub's objects have paths of every form. */
const paths: readonly (readonly [RegExp, readonly Source[]])[] = [
  [/^\/tweet-result\?/, ['syndication']],
  [/^\/2\/tweets\//, ['api']],
  [/^\/oembed\?.*status/, ['tweetOembed']],
  [/^\/oembed\?/, ['youtube']],
  [/^\/api\/v1\/statuses\//, ['mastodon']],
  [/^\/api\/notes\/show/, ['misskey']],
  [/^\/api\/v2\/video\//, ['vimeo']],
  [/^\/api\/oembed\.json\?/, ['vimeoOembed']],
];

async function start(port = 0) {
  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy());
  });
  // As long as the server's own connections live, or it would meet closed ones.
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const platforms = await start(Number(process.env['PORT']));
const instances = await Promise.all(Array.from({ length: instanceCount }, () => start()));
const victim = await start();
const upstreams: HostileUpstreams = { platforms, instances, victim };

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  if (url === '/ready') return sendJson(response, JSON.stringify(upstreams));
  const origin = `http://${request.headers.host ?? ''}`;
  const body = request.method === 'POST' ? await textOf(request) : '';
  const n = numberIn(decodeURIComponent(url) + body);
  if (origin === victim || n === null) return sendOther(response, url, origin === victim);
  const random = createRandom(seed, n, 1);
  if (url.startsWith('/actors/')) {
    const actorRandom = createRandom(seed, n, 2);
    const actor = actorOf(n, origin);
    // Mostly as it should be, for a refused actor hides what its posts would have done.
    const text = actorRandom.chance(0.3) ? forVictims(actor, actorRandom) : JSON.stringify(actor);
    return sendJson(response, text, 'application/activity+json; charset=utf-8');
  }
  const source = sourceOf(seed, n);
  const [, sources] = paths.find(([path]) => path.test(url)) ?? [];
  const isObject = sources === undefined && source === 'activitypub' && url.startsWith('/users/');
  if (!isObject && !sources?.includes(source)) return sendElsewhere(response, url);
  const sample = sampleOf(hostileCase(seed, n, instances), origin, random);
  const type = isObject ? 'application/activity+json; charset=utf-8' : 'application/json';
  sendDamaged(response, forVictims(sample, random, source), type, random);
}

/** Whoever runs an instance may speak in the name of others; platforms speak for themselves alone. */
const forVictims = (sample: unknown, random: Random, source: Source = 'activitypub') =>
  mutated(sample, random, instanceSources.has(source) ? [victim, 'https://victim.example'] : []);

function sendJson(response: ServerResponse, body: string, type = 'application/json') {
  response.writeHead(200, { 'content-type': type }).end(body);
}

/** One reply of twenty is broken beside its content. */
function sendDamaged(response: ServerResponse, body: string, type: string, random: Random) {
  if (!random.chance(0.05)) return sendJson(response, body, type);
  const damages = [
    () => response.writeHead(200, { 'content-type': type }).end(body.slice(0, body.length / 2)),
    () => response.writeHead(200, { 'content-type': 'text/html' }).end(body),
    () => response.writeHead(200, { 'content-type': `${type}; charset=utf-16` }).end(body),
    () => response.writeHead(200, { 'content-type': type }).end(`\ufeff${body}`),
    () => response.writeHead(200, { 'content-type': type }).end(Buffer.from(body, 'latin1')),
    () =>
      response
        .writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' })
        .end(gzipSync(random.chance(0.5) ? body : Buffer.alloc(20_000_000))),
    () => response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body),
    () => response.writeHead(302, { location: `${victim}/@someone/5` }).end(),
    () => response.writeHead(302, { location: random.pick(instances) }).end(),
    () => response.writeHead(204).end(),
    () => response.writeHead(206, { 'content-type': type }).end(body),
    () => response.writeHead(404, { 'content-type': type }).end(body),
    () => response.writeHead(410).end(),
  ];
  random.pick(damages)();
}

/** A source that is not the one of the case knows nothing about it; X's first ones fail, so that the next is asked. */
function sendElsewhere(response: ServerResponse, url: string) {
  const isTried = /^\/(tweet-result|2\/tweets|api\/v2\/video)/.test(url);
  if (isTried) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  else
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"error":"Record not found"}');
}

const refusedPictures = [
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<html><script>alert(1)</script>',
  'GIF89a<script>alert(1)</script>',
  '',
  '%PDF-1.7',
  Buffer.concat([png, Buffer.alloc(11_000_000)]),
];

function sendOther(response: ServerResponse, url: string, isVictim: boolean) {
  const isPicture = !isVictim && /\.(png|jpe?g|gif|webp)/i.test(url);
  if (!isPicture) return void response.writeHead(404).end();
  const random = createRandom(seed, url.length, 3);
  const body = random.chance(0.8) ? png : random.pick(refusedPictures);
  response.writeHead(200, { 'content-type': 'image/png' }).end(body);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
