import { readDraft, readDraftFiles, storeDraft, storeDraftFiles } from '../api/kept-drafts.js';
import type { Share } from '../api/kept-shares.js';

/** Below what is there already. Twice, as after a browser that died in between, it changes nothing more. */
export function addToDraft(chatId: string, { text, files }: Share): void {
  const draft = readDraft(chatId);
  const isThere = text === '' || draft === text || draft.endsWith(`\n${text}`);
  if (!isThere) storeDraft(chatId, draft.trim() === '' ? text : `${draft}\n${text}`);
  const keys = files.map(({ key }) => key);
  storeDraftFiles(chatId, [...new Set([...readDraftFiles(chatId), ...keys])]);
}
