import { createHttpClient, type HttpClient } from '@triptych/http-client';
import { createS3Bucket, parseS3Url } from '@triptych/object-storage';
import { s3Keys, startS3 } from '@triptych/object-storage/testing';
import { describeSnapshotStore } from './snapshot-store.contract.js';
import { createS3Store } from './snapshot-store.s3.js';

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

function openStore() {
  const keys = { accessKeyId: s3Keys.id, secretAccessKey: s3Keys.secret };
  return createS3Store(createS3Bucket(parseS3Url(s3.url)!, keys, http));
}

describeSnapshotStore('the store in S3', async () => ({
  store: openStore(),
  plant: async (name, body) => void s3.objects.set(`some/where/${name}`, { body, at: new Date() }),
}));
