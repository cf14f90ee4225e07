import { createHash, randomBytes } from 'node:crypto';
import { createHttpClient, type HttpClient } from '@triptych/http-client';
import { createS3Bucket, parseS3Url, s3Faults } from './index.js';
import { signRequest } from './sign-request.js';
import { s3Keys, signatureOf, startS3 } from './testing/index.js';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

/** The examples of "Signature Calculations for the Authorization Header" in the document of Amazon S3. */
const example = {
  keys: {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
  region: 'us-east-1',
};
const at = new Date('2013-05-24T00:00:00Z');
const host = 'https://examplebucket.s3.amazonaws.com';

it.each([
  [
    'of a part of an object',
    { method: 'GET', url: `${host}/test.txt`, headers: { range: 'bytes=0-9' }, body: '' },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'of an object that is put',
    {
      method: 'PUT',
      url: `${host}/test$file.text`,
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      body: 'Welcome to Amazon S3.',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'of the lifecycle of a bucket',
    { method: 'GET', url: `${host}/?lifecycle`, headers: {}, body: '' },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'of a list',
    { method: 'GET', url: `${host}/?max-keys=2&prefix=J`, headers: {}, body: '' },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
] as const)('the signature %s is that of the document', async (_what, request, expected) => {
  const { method, url, headers, body } = request;
  const signed = await signRequest({ method, url, headers, sha256: sha256(body) }, example, at);
  expect(signed['authorization']).toContain(`Signature=${expected}`);
  const names = /SignedHeaders=([^,]+)/.exec(signed['authorization'] ?? '')?.[1] ?? '';
  const all = { ...signed, host: new URL(url).host };
  // What the stand-in compares with is right as well.
  const stand = signatureOf(
    { method, url: new URL(url), headers: all },
    {
      secret: example.keys.secretAccessKey,
      scope: '20130524/us-east-1/s3/aws4_request',
      signed: names,
    },
  );
  expect(stand).toBe(expected);
});

describe('a bucket', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let http: HttpClient;
  beforeEach(async () => {
    s3 = await startS3();
    const limits = { headersTimeout: 300, bodyTimeout: 300 };
    http = createHttpClient({ userAgent: 'test', allowHosts: [s3.authority], limits });
  });
  afterEach(async () => {
    await http.close();
    await s3.close();
  });

  function open({ id, secret } = s3Keys, client: Pick<HttpClient, 'request'> = http, pages = 100) {
    const keys = { accessKeyId: id, secretAccessKey: secret };
    return createS3Bucket(parseS3Url(s3.url)!, keys, client, pages);
  }

  it('keeps what is sent as it is read, and gives parts of it', async () => {
    const bucket = open();
    const bytes = randomBytes(300_000);
    async function* pieces() {
      for (let start = 0; start < bytes.length; start += 70_000)
        yield bytes.subarray(start, start + 70_000);
    }
    const { length: size } = bytes;
    await bucket.write('ab/c-d_e.f', { size, sha256: sha256(bytes), bytes: pieces() });
    expect(s3.objects.get('some/where/ab/c-d_e.f')?.body.equals(bytes)).toBe(true);
    expect((await bucket.readPart('ab/c-d_e.f', 10, 99))?.equals(bytes.subarray(10, 100))).toBe(
      true,
    );
    expect(await bucket.readPart('ab/c-d_e.f', size - 1, size - 1)).toHaveLength(1);
    expect(await bucket.readPart('ab/c-d_e.f', size, size)).toBeNull();
    expect(await bucket.readPart('ab/c-d_e.f', size - 5, size + 5)).toBeNull();
    expect(await bucket.readPart('other', 0, 1)).toBeNull();
  });

  it.each([
    ['fewer bytes', 4],
    ['more bytes', 2],
  ])('keeps nothing of %s than were announced, or of others', async (_what, size) => {
    const bytes = Buffer.from('abc');
    async function* pieces() {
      yield bytes;
    }
    const body = { size, sha256: sha256(bytes), bytes: pieces() };
    await expect(open().write('x', body)).rejects.toThrow();
    const others = { size: 3, sha256: sha256('abd'), bytes: pieces() };
    await expect(open().write('x', others)).rejects.toMatchObject({ code: 'S3_400' });
    expect([...s3.objects.keys()]).toEqual([]);
  });

  const calls = (bucket: ReturnType<typeof open>) => [
    bucket.read('x', 10),
    bucket.readPart('x', 0, 9),
    bucket.write('x', Buffer.alloc(1)),
    bucket.remove('x'),
    bucket.list()[Symbol.asyncIterator]().next(),
  ];

  it.each([301, 400, 403, 429, 500, 503])('throws where every reply is %d', async (status) => {
    s3.refuse(status);
    for (const outcome of await Promise.allSettled(calls(open())))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: `S3_${status}` } });
  });

  it.each([
    { ...s3Keys, secret: 'another' },
    { ...s3Keys, id: 'another' },
  ])('throws where the keys are not right, and tells nothing of them: %j', async (keys) => {
    for (const outcome of await Promise.allSettled(calls(open(keys)))) {
      expect(outcome).toMatchObject({ reason: { code: 'S3_403', reason: 'login_refused' } });
      const { reason } = outcome as PromiseRejectedResult;
      const said = JSON.stringify([reason, (reason as Error).stack]);
      for (const secret of [keys.id, keys.secret, 'Signature']) expect(said).not.toContain(secret);
    }
  });

  it.each<[string, Parameters<typeof s3.misbehave>[0]]>([
    ['nothing', () => undefined],
    ['half a head', (_request, response) => void response.socket?.end('HTTP/1.1 2')],
    [
      'half a body',
      (_request, response) => {
        response.writeHead(206, { 'content-length': 10, 'content-range': 'bytes 0-9/10' });
        response.write('abc', () => response.socket?.destroy());
      },
    ],
    ['an abrupt end', (_request, response) => void response.socket?.resetAndDestroy()],
  ])('throws where it gets %s', async (_what, how) => {
    s3.misbehave(how);
    for (const outcome of await Promise.allSettled(calls(open())))
      expect(outcome.status).toBe('rejected');
  });

  it.each([
    ['other bytes', 206, { 'content-range': 'bytes 5-14/20' }, 10],
    ['a whole that was not asked for', 200, {}, 10],
    ['fewer bytes than it says', 206, { 'content-range': 'bytes 0-9/10' }, 9],
  ])('a part is not %s', async (_what, status, headers, length) => {
    s3.misbehave((_request, response) =>
      response.writeHead(status, headers).end(Buffer.alloc(length)),
    );
    await expect(open().readPart('x', 0, 9)).rejects.toMatchObject({ name: 'DependencyFault' });
  });

  it('lists all of it, in pages, and nothing that is not of its prefix', async () => {
    const bucket = open();
    const keys = Array.from({ length: 20 }, (_, n) => `k${String(n).padStart(2, '0')}`);
    for (const key of keys) await bucket.write(key, Buffer.alloc(3));
    s3.objects.set('elsewhere', { body: Buffer.alloc(1), at: new Date() });
    const listed = [];
    for await (const page of bucket.list()) listed.push(...page);
    expect(listed.map(({ key }) => key)).toEqual(keys);
    expect(listed.every(({ bytes, storedAt }) => bytes === 3 && storedAt > 0)).toBe(true);
  });

  it.each(['', '<html/>', '{}'])('%j is no list', async (body) => {
    s3.misbehave((_request, response) => response.end(body));
    const first = open().list()[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ code: 'S3_MALFORMED' });
  });

  it('throws where a list has no end', async () => {
    s3.misbehave((_request, response) =>
      response.end('<ListBucketResult><NextContinuationToken>1</NextContinuationToken>'),
    );
    const all = async () => {
      for await (const page of open(s3Keys, http, 20).list()) expect(page).toEqual([]);
    };
    await expect(all()).rejects.toMatchObject({ code: 'S3_MALFORMED' });
    expect(s3.seen).toHaveLength(20);
  });
});

describe('an address', () => {
  it.each([
    ['https://s3.example/bucket', { bucket: 'bucket', prefix: '', region: 'us-east-1' }],
    ['http://s3.example:9000/bucket/a/b?region=eu-1', { prefix: 'a/b/', region: 'eu-1' }],
  ])('is %s', (url, parts) => {
    expect(parseS3Url(url)).toMatchObject(parts);
    expect(s3Faults('X', { url, id: 'a', secret: 'b' })).toEqual([]);
  });

  it.each([
    'https://s3.example',
    'https://s3.example/',
    'https://id:secret@s3.example/bucket',
    'https://s3.example/UPPER',
    'https://s3.example/bucket/a b',
    'https://s3.example/bucket?other=1',
    'ftp://s3.example/bucket',
    'bucket',
  ])('is not %s', (url) => {
    expect(parseS3Url(url)).toBeNull();
    expect(s3Faults('X', { url, id: 'a', secret: 'b' })).toHaveLength(1);
  });

  it('wants both keys, and they want it', () => {
    const url = 'https://s3.example/bucket';
    const [id, secret] = ['a', undefined];
    expect(s3Faults('X', { url, id, secret })).toHaveLength(1);
    expect(s3Faults('X', { url: undefined, id, secret })).toHaveLength(1);
    expect(s3Faults('X', { url: undefined, id: undefined, secret })).toEqual([]);
  });
});
