import { cleanMedia } from './attachments/clean-media.js';
import { createSqlAttachmentStore } from './attachments/attachment-store.sql.js';
import { startAttachmentSweep, sweepDefaults } from './attachments/attachment-sweep.js';
import { createAttachments } from './attachments/attachments.js';
import { drawPicture } from './attachments/draw-picture.js';
import { createFolderFileStore } from './attachments/file-store.files.js';
import { tellType } from './attachments/told-type.js';
import type { Context } from './compose-chat.js';
import type { Stores } from './compose-stores.js';
import { attachmentLimits, filesDir } from './config.js';

/** Files of messages: where they are kept, and what removes them. */
export function composeAttachments({ prisma, config }: Stores, context: Context) {
  const store = createSqlAttachmentStore(prisma);
  const files = createFolderFileStore(filesDir(config));
  const limits = { ...attachmentLimits(config), ...context.attachments };
  const attachments = createAttachments(
    { store, files, tellType, cleanMedia, drawPicture },
    limits,
  );
  const settings = { ...sweepDefaults, ...context.attachmentSweep };
  const stop = startAttachmentSweep({ store, files, log: context.log }, settings);
  return { attachments, files, close: stop };
}
