import { addToDraft, readDraftFiles, storeDraftFiles } from '../api/kept-drafts.js';
import type { Share } from '../api/kept-shares.js';

/** Below what is there already. Twice, as after a browser that died in between, it changes nothing more. */
export function addShare(chatId: string, { text, files }: Share): void {
  addToDraft(chatId, text);
  const keys = files.map(({ key }) => key);
  storeDraftFiles(chatId, [...new Set([...readDraftFiles(chatId), ...keys])]);
}
