import { createHttpClient, type HttpClient } from '@triptych/http-client';
import { parseS3Url } from './s3-address.js';
import { describeSnapshotStore } from './snapshot-store.contract.js';
import { createS3Store } from './snapshot-store.s3.js';
import { s3Keys, signatureOf, startS3 } from './testing/s3-server.js';

let s3: Awaited<ReturnType<typeof startS3>>;
let http: HttpClient;
beforeEach(async () => {
  s3 = await startS3();
  http = createHttpClient({ userAgent: 'test', allowHosts: [s3.authority] });
});
afterEach(async () => {
  await http.close();
  await s3.close();
});

function openStore(keys = s3Keys, client = http) {
  const address = parseS3Url(s3.url);
  if (address === null) throw new Error('no address');
  const { id, secret } = keys;
  return createS3Store(address, { accessKeyId: id, secretAccessKey: secret }, client);
}

describeSnapshotStore('the store in S3', async () => ({
  store: openStore(),
  plant: async (name, body) => void s3.objects.set(`some/where/${name}`, { body, at: new Date() }),
}));

it('the stand-in computes the signature of the example in the document of AWS', () => {
  const request = {
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    },
  };
  const signature = signatureOf(request, {
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    scope: '20130524/us-east-1/s3/aws4_request',
    signed: 'host;range;x-amz-content-sha256;x-amz-date',
  });
  expect(signature).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

it.each([
  { ...s3Keys, secret: 'another' },
  { ...s3Keys, id: 'another' },
])('throws where the keys are not right: %j', async (keys) => {
  await expect(openStore(keys).list()).rejects.toMatchObject({ code: 'S3_403' });
});

it.each([500, 503, 403, 301])('throws where every reply is %d', async (status) => {
  const store = openStore();
  s3.refuse(status);
  const name = `${'a'.repeat(64)}.snapshot`;
  const calls = [
    store.read(name, 10),
    store.write(name, Buffer.alloc(1), 1),
    store.remove(name),
    store.list(),
  ];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: `S3_${status}` } });
  }
});

it('throws where a list has no end', async () => {
  let calls = 0;
  const body = () => `<NextContinuationToken>${(calls += 1)}</NextContinuationToken>`;
  const endless = {
    ...http,
    request: async () => ({
      ...{ status: 200, headers: {}, isClosedByServer: false },
      url: new URL(s3.url),
      body: Buffer.from(body()),
    }),
  };
  await expect(openStore(s3Keys, endless).list()).rejects.toMatchObject({ code: 'S3_200' });
  expect(calls).toBe(1000);
});

it.each([
  ['https://s3.example/bucket', { bucket: 'bucket', prefix: '', region: 'us-east-1' }],
  ['http://s3.example:9000/bucket/a/b?region=eu-1', { prefix: 'a/b/', region: 'eu-1' }],
])('reads %s', (url, parts) => {
  expect(parseS3Url(url)).toMatchObject(parts);
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
])('refuses %s', (url) => {
  expect(parseS3Url(url)).toBeNull();
});
