export { startS3Bucket } from './s3-bucket.js';
export { s3Keys, signatureOf, startS3 } from './s3-server.js';
