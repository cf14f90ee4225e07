import { request as send } from 'undici';
import { createGuardedAgent } from './guarded-agent.js';
import { defaultLimits, type HttpClientOptions, type ResolvedAddress } from './http-client.js';
import { createHttpClient, HttpClientError } from './index.js';
import { startLoopback, type LoopbackServer } from './testing/loopback-server.js';

// What must never be reached, and a server of an allowed host that tries to lead there.
let inside: LoopbackServer;
let lure: LoopbackServer;

beforeAll(async () => {
  inside = await startLoopback((_request, response) => response.end('the secret of the inside'));
  lure = await startLoopback((request, response) => {
    const location = new URL(request.url ?? '/', 'http://x').searchParams.get('url') ?? '';
    response.writeHead(302, { location }).end();
  });
});
afterEach(() => {
  expect(inside.connections()).toBe(0);
});
afterAll(async () => {
  await Promise.all([inside.close(), lure.close()]);
});

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 });
const v6 = (address: string): ResolvedAddress => ({ address, family: 6 });

async function outcome(url: string, options: Partial<HttpClientOptions> = {}): Promise<string> {
  const client = createHttpClient({
    userAgent: 'triptych-test/1',
    resolve: () => Promise.resolve([v4('127.0.0.1')]),
    ...options,
  });
  try {
    const { body } = await client.request({ url, accept: '*/*' });
    return `reached: ${body.toString()}`;
  } catch (error) {
    return error instanceof HttpClientError ? error.code : `not ours: ${String(error)}`;
  } finally {
    await client.close();
  }
}

describe('a URL is refused before any connection', () => {
  it.each([
    'http://public.example/',
    'ftp://public.example/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    'https://public.example:8443/',
    'https://public.example:80/',
    'https://user:password@public.example/',
    'https://user@public.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data/',
    'https://192.168.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'not a url',
    '//public.example/',
    'https://',
  ])('%s', async (url) => {
    const resolve = () => Promise.reject(new Error('no look-up may happen'));
    expect(await outcome(url, { resolve })).toBe('url_refused');
  });
});

describe('a name is refused for its addresses', () => {
  it.each([
    ['loopback', [v4('127.0.0.1')]],
    ['private', [v4('10.0.0.1')]],
    ['metadata', [v4('169.254.169.254')]],
    ['IPv6 loopback', [v6('::1')]],
    ['mapped', [v6('::ffff:127.0.0.1')]],
    ['NAT64', [v6('64:ff9b::7f00:1')]],
    ['public and private', [v4('8.8.8.8'), v4('127.0.0.1')]],
    ['public IPv4 and private IPv6', [v4('8.8.8.8'), v6('fd00::1')]],
    ['not an address', [v4('localhost')]],
    ['an address of an interface', [v6('2606:4700:4700::1111%lo')]],
    ['link local with an interface', [v6('fe80::1%lo')]],
    ['of another family than it says', [{ address: '127.0.0.1', family: 6 } as const]],
    ['of no family', [{ address: '::1', family: 0 } as unknown as ResolvedAddress]],
    ['no text', [{ family: 4 } as unknown as ResolvedAddress]],
    [
      'the inner one after many',
      [...Array.from({ length: 63 }, () => v4('8.8.8.8')), v4('10.0.0.1')],
    ],
    ['more addresses than any honest name has', Array.from({ length: 65 }, () => v4('8.8.8.8'))],
  ])('%s', async (_name, addresses) => {
    const resolve = () => Promise.resolve(addresses);
    expect(await outcome('https://inside.example/', { resolve })).toBe('address_refused');
  });

  it('or for having none, or leading to itself', async () => {
    const none = () => Promise.resolve([]);
    expect(await outcome('https://inside.example/', { resolve: none })).toBe(
      'upstream_unreachable',
    );
    const loop = () => Promise.reject(Object.assign(new Error('loop'), { code: 'EAI_AGAIN' }));
    expect(await outcome('https://inside.example/', { resolve: loop })).toBe(
      'upstream_unreachable',
    );
  });

  it('localhost, by the look-up of the system', async () => {
    const client = createHttpClient({ userAgent: 'triptych-test/1' });
    const asked = client.request({ url: 'https://localhost/', accept: '*/*' });
    await expect(asked).rejects.toMatchObject({ code: 'address_refused' });
    await client.close();
  });
});

describe('a redirect from an allowed host', () => {
  it.each([
    ['a literal', () => `http://127.0.0.1:${inside.port}/`],
    ['a decimal literal', () => `http://2130706433:${inside.port}/`],
    ['a mapped literal', () => `http://[::ffff:127.0.0.1]:${inside.port}/`],
    ['https on a literal', () => 'https://127.0.0.1/'],
    ['another port of the same host', () => `//127.0.0.1:${inside.port}/`],
    ['userinfo', () => `http://a:b@${lure.authority}/`],
    ['another protocol', () => 'file:///etc/passwd'],
    ['no URL', () => 'http://['],
  ])('to %s is refused', async (_name, target) => {
    const url = `${lure.origin}/?url=${encodeURIComponent(target())}`;
    expect(await outcome(url, { allowHosts: [lure.authority] })).toBe('redirect_refused');
  });

  it('to a name that leads inside is refused', async () => {
    const url = `${lure.origin}/?url=${encodeURIComponent('https://inside.example/')}`;
    expect(await outcome(url, { allowHosts: [lure.authority] })).toBe('address_refused');
  });
});

describe('the allow-list', () => {
  it('admits http and https alone', async () => {
    const allowHosts = [inside.authority];
    expect(await outcome(`ftp://${inside.authority}/`, { allowHosts })).toBe('url_refused');
  });

  it('knows host and port', async () => {
    const target = await startLoopback((_request, response) => response.end('allowed'));
    try {
      const url = `${target.origin}/`;
      expect(await outcome(url, { allowHosts: [` ${target.authority} `] })).toBe(
        'reached: allowed',
      );
      expect(await outcome(url, { allowHosts: ['127.0.0.1'] })).toBe('reached: allowed');
      expect(await outcome(url, { allowHosts: [`127.0.0.1:${inside.port}`] })).toBe('url_refused');
      expect(await outcome(url, { allowHosts: ['', ' '] })).toBe('url_refused');
      const name = `http://upstream.example:${target.port}/`;
      expect(await outcome(name, { allowHosts: ['upstream.example'] })).toBe('reached: allowed');
    } finally {
      await target.close();
    }
  });
});

// Here 127.0.0.2 plays the public internet, so that a connection can really be made.
describe('rebinding', () => {
  it('has no effect on a request, and is caught at the next connection', async () => {
    const outside = await startLoopback(
      (_request, response) => response.setHeader('connection', 'close').end('outside'),
      '127.0.0.2',
      inside.port,
    );
    const replies = ['127.0.0.2', '127.0.0.1'];
    let asked = 0;
    const agent = createGuardedAgent({
      isAllowed: () => false,
      isPublic: (address) => address === '127.0.0.2',
      resolve: () => Promise.resolve([v4(replies[asked++] ?? '127.0.0.1')]),
      limits: defaultLimits,
    });
    try {
      const url = `http://rebind.example:${inside.port}/`;
      const first = await send(url, { dispatcher: agent });
      expect(await first.body.text()).toBe('outside');
      expect([asked, outside.connections()]).toEqual([1, 1]);
      await expect(send(url, { dispatcher: agent })).rejects.toMatchObject({
        code: 'address_refused',
      });
      expect([asked, outside.connections()]).toEqual([2, 1]);
    } finally {
      await agent.destroy();
      await outside.close();
    }
  });

  it('hands out the family of the address, whatever the resolver says', async () => {
    const outside = await startLoopback(
      (_request, response) => response.end('outside'),
      '127.0.0.2',
    );
    const agent = createGuardedAgent({
      isAllowed: () => false,
      isPublic: (address) => address === '127.0.0.2',
      resolve: () => Promise.resolve([{ address: '127.0.0.2', family: 6 }]),
      limits: defaultLimits,
    });
    const reply = await send(`http://odd.example:${outside.port}/`, { dispatcher: agent });
    expect(await reply.body.text()).toBe('outside');
    await agent.destroy();
    await outside.close();
  });

  it('would reach the inside without the guard: the same agent, every address called public', async () => {
    const reachable = await startLoopback((_request, response) => response.end('reached'));
    const agent = createGuardedAgent({
      isAllowed: () => false,
      isPublic: () => true,
      resolve: () => Promise.resolve([v4('127.0.0.1')]),
      limits: defaultLimits,
    });
    const reply = await send(`http://rebind.example:${reachable.port}/`, { dispatcher: agent });
    expect(await reply.body.text()).toBe('reached');
    await agent.destroy();
    await reachable.close();
  });
});
