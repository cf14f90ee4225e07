import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createHttpClient, type HttpClientError } from './index.js';
import { createResolve } from './resolve-name.js';
import { startLoopback } from './testing/loopback-server.js';

// A name server for names below `good.example`, which are 127.0.0.1; it does not answer for any other.
let names: Socket;
const asked: string[] = [];

beforeAll(async () => {
  names = createSocket('udp4');
  names.on('message', (query, from) => answer(query, from));
  names.bind(0, '127.0.0.1');
  await once(names, 'listening');
});
afterEach(() => void (asked.length = 0));
afterAll(() => names.close());

const [addressV4, nameError] = [1, 3];

function answer(query: Buffer, { port, address }: RemoteInfo): void {
  const labels: string[] = [];
  let at = 12;
  for (let size = query[at]!; size > 0; size = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  const [name, type] = [labels.join('.').toLowerCase(), query.readUInt16BE(at + 1)];
  asked.push(`${name} ${type === addressV4 ? 'A' : 'AAAA'}`);
  if (!name.endsWith('good.example') && !name.endsWith('no.example')) return;
  const has = type === addressV4 && name.endsWith('good.example');
  const flags = 0x8180 + (name.endsWith('no.example') ? nameError : 0);
  const head = Buffer.from(query.subarray(0, at + 5));
  head.writeUInt16BE(flags, 2);
  [1, has ? 1 : 0, 0, 0].forEach((count, index) => head.writeUInt16BE(count, 4 + 2 * index));
  const record = Buffer.from('c00c00010001000000000004' + '7f000001', 'hex');
  names.send(has ? Buffer.concat([head, record]) : head, port, address);
}

const resolve = () => createResolve({ servers: [`127.0.0.1:${names.address().port}`] });

it('names whose servers are silent delay no others', async () => {
  const outside = await startLoopback((_request, response) => response.end('here'));
  const client = createHttpClient({
    userAgent: 'triptych-test/1',
    allowHosts: [`post.good.example:${outside.port}`],
    resolve: resolve(),
  });
  const get = (url: string, deadline = 10_000) => client.request({ url, accept: '*/*', deadline });
  const ask = (index: number) => get(`https://a${index}.silent.example/`, 5000);
  let over = 0;
  const stuck = Array.from({ length: 100 }, (_, index) => {
    return ask(index)
      .catch((error) => error)
      .finally(() => (over += 1));
  });
  const { body } = await get(`http://post.good.example:${outside.port}/`);
  expect(body.toString()).toBe('here');
  expect(over).toBe(0);
  expect(asked.filter((name) => name.includes('silent')).length).toBeGreaterThanOrEqual(100);
  for (const error of await Promise.all(stuck)) {
    expect(error).toMatchObject({ code: 'upstream_timeout' });
  }
  await client.close();
  await outside.close();
});

it('one family of addresses suffices; who asks for a name at once shares the question', async () => {
  const one = resolve();
  const both = await Promise.all([one('a.good.example'), one('a.good.example')]);
  expect(both).toEqual(Array(2).fill([{ address: '127.0.0.1', family: 4 }]));
  expect(asked.sort()).toEqual(['a.good.example A', 'a.good.example AAAA']);
  await one('a.good.example.');
  expect(asked).toHaveLength(4);
});

it('a name that does not exist is no address, and one of the hosts file is not asked of DNS', async () => {
  const client = createHttpClient({ userAgent: 'triptych-test/1', resolve: resolve() });
  const code = (url: string) =>
    client.request({ url, accept: '*/*' }).catch((error: HttpClientError) => error.code);
  expect(await code('https://a.no.example/')).toBe('upstream_unreachable');
  expect(await code('https://localhost/')).toBe('address_refused');
  expect(asked.some((name) => name.startsWith('localhost'))).toBe(false);
  await client.close();
});
