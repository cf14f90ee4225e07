import { startS3Bucket } from '@triptych/object-storage/testing';
import { describeSnapshotStore } from './snapshot-store.contract.js';
import { createS3Store } from './snapshot-store.s3.js';

let opened: Awaited<ReturnType<typeof startS3Bucket>>;
beforeEach(async () => {
  opened = await startS3Bucket();
});
afterEach(() => opened.close());

const openStore = () => createS3Store(opened.bucket);

describeSnapshotStore('the store in S3', async () => ({
  store: openStore(),
  plant: async (name, body) =>
    void opened.s3.objects.set(`some/where/${name}`, { body, at: new Date() }),
}));
