import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ApiError,
  checkedDataOf,
  createSocialApi,
  isTransient,
  saysChanged,
  type SocialApi,
} from './client.js';
import { serverNow } from './server-clock.js';

type Reply = (response: ServerResponse) => void;

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const page = '<html>Sign in to this network</html>';
const problem = JSON.stringify({ status: 409, code: 'too_late', detail: 'Too late.' });
const whole = JSON.stringify({ changed: true });

/** What stands between a device and its server sends all of these. */
const foreign: Record<string, Reply> = {
  'the sign-in page of a network': (to) => to.writeHead(200, html).end(page),
  'a reply without a body': (to) => to.writeHead(200, json).end(),
  'no content': (to) => to.writeHead(204).end(),
  'other JSON': (to) => to.writeHead(200, json).end('{}'),
  nothing: (to) => to.writeHead(200, json).end('null'),
  'a text': (to) => to.writeHead(200, json).end('"ok"'),
  'half a reply': (to) => {
    to.writeHead(200, { ...json, 'content-length': whole.length });
    to.write(whole.slice(0, 5), () => to.destroy());
  },
  'half a reply that looks like a whole one': (to) =>
    to.writeHead(200, json).end(whole.slice(0, 5)),
  'a page of a filter': (to) => to.writeHead(403, html).end(page),
  'a proxy that knows nothing of it': (to) => to.writeHead(404, html).end(page),
  'a proxy that waited for too long': (to) => to.writeHead(408).end(),
  'a proxy that wants a name': (to) => to.writeHead(401, html).end(page),
  'a gateway': (to) => to.writeHead(502, html).end(page),
};

describe('a reply that is not the server’s', () => {
  let server: Server;
  let api: SocialApi;
  let reply: Reply;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      reply(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    api = createSocialApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const body = { chatId: 'a--b', seq: 1 };
  const read = () => checkedDataOf(api.POST('/api/message/read', { body }), saysChanged);

  it.each(Object.keys(foreign))('says nothing of what was asked for: %s', async (name) => {
    reply = foreign[name]!;
    const error = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(isTransient(error)).toBe(true);
    expect((error as ApiError).code).not.toBe('unauthenticated');
  });

  it.each<[string, Reply]>([
    ['never begins', () => {}],
    ['never ends', (to) => to.writeHead(200, json).write(whole.slice(0, 5))],
  ])('is not waited for without end, where it %s', async (_what, silent) => {
    reply = silent;
    const { port } = server.address() as AddressInfo;
    const hasty = createSocialApi(`http://127.0.0.1:${port}`, 50);
    const change = hasty.POST('/api/message/read', { body });
    await expect(change).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('is not waited for longer than whoever asks does', async () => {
    reply = () => {};
    const leaving = new AbortController();
    const change = api.POST('/api/message/read', { body, signal: leaving.signal });
    setTimeout(() => leaving.abort(), 50);
    await expect(change).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('does not say what time it is at the server', async () => {
    const wrong = { date: new Date(4e12).toUTCString(), 'cache-control': 'no-store' };
    for (const status of [200, 403]) {
      reply = (to) => to.writeHead(status, { ...html, ...wrong }).end(page);
      await read().catch(() => {});
      expect(serverNow()).toBeLessThan(3e12);
    }
    reply = (to) => to.writeHead(200, { ...json, ...wrong }).end(whole);
    await read();
    expect(serverNow()).toBeGreaterThan(3e12);
    reply = (to) => to.writeHead(200, { ...json, 'cache-control': 'no-store' }).end(whole);
    await read();
    expect(serverNow()).toBeLessThan(3e12);
  });

  it('is none of the server’s own', async () => {
    reply = (to) => to.writeHead(200, json).end(whole);
    await expect(read()).resolves.toEqual({ changed: true });
    reply = (to) => to.writeHead(409, { 'content-type': 'application/problem+json' }).end(problem);
    const error = await read().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 409, code: 'too_late' });
    expect(isTransient(error)).toBe(false);
  });
});
