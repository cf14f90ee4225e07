import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EmbedError, fetchEmbed, mayPass } from './index.js';

let server: Server;
let baseUrl: string;
let asked: string[] = [];
let answer: RequestListener;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
beforeEach(() => (asked = []));

const sheet = 'https://embeds.example/fragment.css?v=1';
const html = `<div class="embed-fragment"><template shadowrootmode="open"><link rel="stylesheet" href="${sheet}"/></template></div>`;
const facts = {
  ...{ type: 'rich', title: 'Ada on X', provider_name: 'X', provider_url: 'https://x.com' },
  ...{ width: 550, height: 300, cache_age: 600 },
};

const replies =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response
      .writeHead(status, headers)
      .end(typeof body === 'string' ? body : JSON.stringify(body));

async function failure(
  url = 'https://x.com/a/status/1',
  options: object = {},
): Promise<EmbedError> {
  const error: unknown = await fetchEmbed(url, { baseUrl, ...options }).catch(
    (caught: unknown) => caught,
  );
  if (!(error instanceof EmbedError)) throw new Error('no EmbedError', { cause: error });
  return error;
}

it('gives the fragment, what its page has to allow, and what it is', async () => {
  answer = replies(200, { version: '1.0', ...facts, html });
  const embed = await fetchEmbed('https://x.com/a/status/1?b=c&d', {
    baseUrl: `${baseUrl}/`,
    ...{ theme: 'dark', lang: 'de', thread: true },
  });
  const origin = 'https://embeds.example';
  expect(embed).toEqual({
    html,
    css: sheet,
    policy: { 'style-src': origin, 'img-src': origin },
    facts,
  });
  expect(asked).toEqual([
    '/oembed?url=https%3A%2F%2Fx.com%2Fa%2Fstatus%2F1%3Fb%3Dc%26d&html=fragment&theme=dark&lang=de&thread=1',
  ]);
});

it.each([
  [400, 'refused', false],
  [403, 'withheld', false],
  [404, 'not_found', false],
  [418, 'refused', false],
  [429, 'busy', true],
  [500, 'service_failed', true],
  [501, 'not_supported', false],
  [502, 'upstream_failed', true],
  [503, 'busy', true],
  [504, 'upstream_failed', true],
])('%d is %s', async (status, code, passes) => {
  answer = replies(status, { code: 'finer_code' }, { 'retry-after': '7' });
  const error = await failure();
  expect(error).toMatchObject({ code, status, problem: 'finer_code', retryAfterSeconds: 7 });
  expect(mayPass(error)).toBe(passes);
});

it.each([
  ['no JSON', '<html>'],
  ['null', 'null'],
  ['a frame', { version: '1.0', ...facts, html: '<iframe></iframe>' }],
  ['no sheet', { version: '1.0', ...facts, html: '<div class="embed-fragment"></div>' }],
  ['a script', { version: '1.0', ...facts, html: html.replace('</template>', '<SCRIPT>') }],
  ['what is cut', { version: '1.0', ...facts, html: html.slice(0, -3) }],
  ['another version', { version: '2.0', ...facts, html }],
  ['a sheet that is data', { version: '1.0', ...facts, html: html.replace('https:', 'data:') }],
  ['no title', { version: '1.0', ...facts, title: null, html }],
  ['a number for HTML', { version: '1.0', ...facts, html: 1 }],
  ['a list', '[]'],
  ['what has no end', `"${'a'.repeat(3_000_000)}"`],
])('%s is no reply of an embed server', async (_what, body) => {
  answer = replies(200, body);
  expect((await failure()).code).toBe('invalid_reply');
});

it('follows no redirect, and says so where nobody replies', async () => {
  answer = replies(302, '', { location: `${baseUrl}/elsewhere` });
  expect(await failure()).toMatchObject({ code: 'invalid_reply', status: 302 });
  expect(asked).toHaveLength(1);
  answer = (request) => void request.socket.destroy();
  expect((await failure()).code).toBe('unreachable');
});

it('ends by its time, also in the middle of a reply, and by the signal of the caller', async () => {
  answer = (_request, response) => void response.writeHead(200).write('{');
  expect((await failure(undefined, { timeoutMs: 50 })).code).toBe('timeout');
  const caller = new AbortController();
  answer = (_request, response) => {
    response.writeHead(200).write('{');
    caller.abort(new Error('enough'));
  };
  await expect(
    fetchEmbed('https://x.com/a/status/1', { baseUrl, signal: caller.signal }),
  ).rejects.toThrow('enough');
});

it.each([
  [403, '<h1>Checking your browser</h1>', {}],
  [404, '<h1>404</h1><hr>nginx', {}],
  [404, JSON.stringify({ message: 'no Route matched' }), {}],
  [404, JSON.stringify({ code: 'not_found' }), {}],
])('%d with %j says nothing of a post', async (status, body, headers) => {
  answer = replies(status, body, headers);
  const error = await failure();
  expect(error).toMatchObject({ code: 'invalid_reply', status });
  expect(mayPass(error)).toBe(true);
});

it.each([
  ['30', 30],
  [' 0 ', 0],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ...['', '-1', '1e3', '7.5', 'soon', 'Wed, 99 Foo 2015 07:28:00 GMT'].map(
    (text) => [text, undefined] as const,
  ),
] as const)('Retry-After %j is %j seconds', async (text, seconds) => {
  answer = replies(429, {}, { 'retry-after': text });
  expect((await failure()).retryAfterSeconds).toBe(seconds);
});

it('Retry-After may be a time to come', async () => {
  answer = replies(503, {}, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() });
  const { retryAfterSeconds } = await failure();
  expect(retryAfterSeconds).toBeGreaterThan(3000);
  expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
});

it.each([
  ...['embeds', 'file:///embeds', 'https://ada:secret@embeds.example'],
  ...['https://embeds.example/?key=1', 'https://embeds.example/#top'],
])('asks nobody at %s', async (base) => {
  const call = fetchEmbed('https://x.com/a/status/1', { baseUrl: base });
  await expect(call).rejects.toMatchObject({ name: 'TypeError' });
});

it('asks nobody for a caller who has given up, and leaves nothing at the signal of one who has not', async () => {
  const caller = new AbortController();
  const { signal } = caller;
  answer = replies(200, { version: '1.0', ...facts, html });
  await fetchEmbed('https://x.com/a/status/1', { baseUrl, signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  caller.abort(new Error('enough'));
  await expect(fetchEmbed('https://x.com/a/status/1', { baseUrl, signal })).rejects.toThrow(
    'enough',
  );
  expect(asked).toHaveLength(1);
});
