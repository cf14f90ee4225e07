export { s3Keys, signatureOf, startS3 } from './s3-server.js';
