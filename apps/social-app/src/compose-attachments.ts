import { createHttpClient } from '@triptych/http-client';
import { createDependencyLog } from '@triptych/logging';
import { createS3Bucket } from '@triptych/object-storage';
import { listOf } from '@triptych/service-host';
import { cleanMedia, cleanPhonePicture } from './attachments/clean-media.js';
import { createSqlAttachmentStore } from './attachments/attachment-store.sql.js';
import { startAttachmentSweep, sweepDefaults } from './attachments/attachment-sweep.js';
import { createAttachments } from './attachments/attachments.js';
import { drawPicture } from './attachments/draw-picture.js';
import { createFolderFileStore } from './attachments/file-store.files.js';
import { createS3FileStore } from './attachments/file-store.s3.js';
import { reportFiles } from './attachments/reported-files.js';
import { createStaging } from './attachments/staged-files.files.js';
import { createUploadPlaces } from './attachments/upload-places.js';
import { tellType } from './attachments/told-type.js';
import type { Context } from './compose-chat.js';
import type { Stores } from './compose-stores.js';
import { startUploadSweep } from './uploads/upload-sweep.js';
import { createSqlUploadStore } from './uploads/upload-store.sql.js';
import { createUploads, uploadDefaults } from './uploads/uploads.js';
import { attachmentLimits, filesBucket, filesDir, type Config } from './config.js';

/** Files of messages: where they are kept, and what removes them. */
export function composeAttachments({ prisma, config }: Stores, context: Context) {
  const store = createSqlAttachmentStore(prisma);
  const { kept, close } = createFileStore(config);
  const works = createDependencyLog(context.log, 'files', 'those that people send are refused');
  const files = reportFiles(kept, works);
  const limits = { ...attachmentLimits(config), ...context.attachments };
  const places = createUploadPlaces(limits);
  const attachments = createAttachments(
    { store, files, places, tellType, cleanPhonePicture, cleanMedia, drawPicture },
    limits,
  );
  const begun = createSqlUploadStore(prisma);
  const uploads = createUploads(
    { store: begun, files, attachments, found: store, places },
    { ...limits, ...uploadDefaults, ...context.uploads },
  );
  const settings = { ...sweepDefaults, ...context.attachmentSweep };
  const stop = startAttachmentSweep({ store, files, log: context.log }, settings);
  const stopUploads = startUploadSweep({ store: begun, files, log: context.log });
  return {
    attachments,
    uploads,
    maxBytes: limits.maxBytes,
    files,
    close: async (): Promise<void> => {
      await Promise.all([stop(), stopUploads()]);
      await close();
    },
  };
}

/** What arrives is staged on disk in either case. */
function createFileStore(config: Config) {
  const [folder, bucket] = [filesDir(config), filesBucket(config)];
  if (!bucket) return { kept: createFolderFileStore(folder), close: async () => undefined };
  const http = createHttpClient({
    userAgent: 'triptych-social-app',
    allowHosts: listOf(config.OUTBOUND_ALLOW_HOSTS),
  });
  const kept = createS3FileStore(
    createS3Bucket(bucket.address, bucket.keys, http),
    createStaging(`${folder}/incoming`),
  );
  return { kept, close: () => http.close() };
}
