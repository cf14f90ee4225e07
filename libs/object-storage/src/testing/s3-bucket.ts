import { createHttpClient } from '@triptych/http-client';
import { createS3Bucket, parseS3Url } from '../index.js';
import { s3Keys, startS3 } from './s3-server.js';

/** A bucket at a store of its own, `s3`, which the caller closes with it. */
export async function startS3Bucket() {
  const s3 = await startS3();
  const http = createHttpClient({ userAgent: 'test', allowHosts: [s3.authority] });
  const keys = { accessKeyId: s3Keys.id, secretAccessKey: s3Keys.secret };
  return {
    s3,
    bucket: createS3Bucket(parseS3Url(s3.url)!, keys, http),
    async close(): Promise<void> {
      await http.close();
      await s3.close();
    },
  };
}
