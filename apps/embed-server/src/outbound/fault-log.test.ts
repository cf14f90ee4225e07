import { UpstreamUnreachable } from '@triptych/http-client';
import { recordingLogger } from '@triptych/testing';
import { callFaults, createCallFault, type CallFaultName } from '../testing/call-faults.js';
import { callScenes } from '../testing/call-scenes.js';
import { createTestApp } from '../testing/test-app.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';
import { createFaultLog } from './fault-log.js';

let asked: UpstreamPlayer;
let other: UpstreamPlayer;
beforeEach(async () => {
  [asked, other] = [await startUpstream(), await startUpstream()];
});
afterEach(() => Promise.all([asked.close(), other.close()]));

type Line = Readonly<Record<string, unknown>>;

async function start(environment: Record<string, string> = {}) {
  const { logger, lines } = recordingLogger('info');
  const server = await createTestApp(
    {
      OUTBOUND_ALLOW_HOSTS: `${asked.authority},${other.authority}`,
      UPSTREAM_DEADLINE_MS: '1200',
      REQUEST_DEADLINE_MS: '9600',
      ...environment,
    },
    asked,
    { logger },
  );
  const parsed = () => lines.map((line) => JSON.parse(line) as Line);
  const faults = () => parsed().filter(({ msg }) => msg === 'another server failed');
  return {
    ...server,
    lines,
    faults,
    requests: () => parsed().filter(({ msg }) => msg === 'request'),
  };
}

const codes: Record<CallFaultName, readonly [code: string, reason: unknown]> = {
  hangs: ['upstream_timeout', 'TimeoutError'],
  'drips a byte now and then': ['upstream_timeout', 'TimeoutError'],
  'says 500': ['upstream_failed', 'status 500'],
  'says 404': ['upstream_failed', 'status 404'],
  'sends garbage': ['upstream_malformed', 'SyntaxError'],
  'sends another type': ['upstream_malformed', expect.any(String)],
  'sends without end': ['response_too_large', undefined],
  'redirects in a circle': ['redirect_refused', undefined],
  'closes at once': ['upstream_unreachable', 'UND_ERR_SOCKET'],
};

describe.each(callFaults)('a host that %s', (name) => {
  const expected = (host: string, upstream: string) => {
    const [code, reason] = codes[name];
    const facts = {
      level: 'warn',
      upstream,
      host,
      code,
      ...(reason === undefined ? {} : { reason }),
    };
    return [expect.objectContaining(facts)];
  };

  it('is one line, of the request that fails of it, and none for those after it', async () => {
    const scene = callScenes['a post on Bluesky']!({ asked, other });
    const server = await start();
    const fault = createCallFault(name);
    asked.intercept(() => fault.reply);
    for (let count = 0; count < 3; count += 1) await server.app.inject(scene.path);
    fault.end();
    await server.settled();
    expect(server.faults()).toEqual(expected(asked.authority, 'bluesky'));
    const requests = server.requests().map(({ requestId }) => requestId);
    for (const { requestId } of server.faults()) expect(requests).toContain(requestId);
    await server.stop();
  });

  it('is one line where the reply does without it, and says nothing of what was asked', async () => {
    const scene = callScenes['a quote by ActivityPub']!({ asked, other });
    const server = await start();
    const fault = createCallFault(name);
    other.intercept(({ url }) => (url?.includes('statuses') ? fault.reply : undefined));
    expect((await server.app.inject(scene.path)).statusCode).toBe(200);
    await server.settled();
    fault.end();
    // No post is no fault.
    const facts = name === 'says 404' ? [] : [{ code: codes[name][0], host: other.authority }];
    expect(server.faults().map(({ code, host }) => ({ code, host }))).toEqual(facts);
    expect(server.lines.join('')).not.toMatch(/statuses|users|stamps/);
    await server.stop();
  });
});

it('a token and a query are in no line', async () => {
  const scene = callScenes['a long text on X']!({ asked, other });
  const server = await start(scene.environment);
  asked.json('/2/tweets/2', { errors: 'a'.repeat(40) }, 401);
  expect((await server.app.inject(scene.path)).statusCode).toBe(200);
  await server.settled();
  expect(server.faults()).toMatchObject([{ upstream: 'x_api', reason: 'status 401' }]);
  expect(server.lines.join('')).not.toMatch(/aaaa|tweet-result|features/);
  await server.stop();
});

it('an address that leads inside is told apart in the log alone', async () => {
  const server = await start();
  const url = encodeURIComponent('https://localhost/@ada/1');
  const reply = await server.app.inject(`/mastodon/${url}`);
  expect(reply.statusCode).toBe(502);
  expect(reply.body).not.toContain('address_refused');
  expect(server.faults()).toMatchObject([
    { upstream: 'fediverse', reason: 'address_refused', host: 'localhost' },
  ]);
  await server.stop();
});

it('what is wrong with a reply that was read, and which another source stands in for, is one line', async () => {
  const scene = callScenes['a long text on X']!({ asked, other });
  const server = await start(scene.environment);
  asked.json('/tweet-result', '{');
  asked.json('/2/tweets/2', { errors: [{ type: 'about:something-new' }] });
  asked.json('/oembed', { html: '<p>Words</p>', author_name: 'Ada' });
  expect((await server.app.inject(scene.path)).statusCode).toBe(200);
  expect(server.faults()).toMatchObject([
    { upstream: 'x_syndication', code: 'upstream_malformed' },
    { upstream: 'x_api', code: 'upstream_failed', host: asked.authority },
  ]);
  await server.stop();
});

it('a thousand hosts that a page names are sixty lines a minute, and hide none of another kind', () => {
  const lines: object[] = [];
  const log = createFaultLog({ warn: (facts) => void lines.push(facts) });
  const fail = (host: string, upstream = 'images') => {
    const error = new UpstreamUnreachable(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
    error.host = host;
    log(error, upstream);
    // However often it is thrown on.
    log(error, upstream);
  };
  for (let view = 0; view < 50; view += 1) fail('one.example');
  expect(lines).toHaveLength(1);
  for (let host = 0; host < 1000; host += 1) fail(`h${host}.example`);
  expect(lines).toHaveLength(60);
  fail('api.x.example', 'x_api');
  expect(lines).toHaveLength(61);
  expect(lines[1]).toMatchObject({ upstream: 'images', reason: 'ECONNREFUSED' });
});
