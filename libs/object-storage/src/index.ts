export type { ListedObject } from './object-list.js';
export { malformedReply } from './refused-reply.js';
export {
  parseS3Url,
  parseS3Variables,
  s3Faults,
  type S3Address,
  type S3Keys,
  type S3Variables,
} from './s3-address.js';
export { createS3Bucket, type S3Bucket, type StreamedObject } from './s3-bucket.js';
export {
  createPart,
  nameWhole,
  openSafely,
  removeFile,
  unlessMissing,
  writeWhole,
} from './whole-files.js';
