import { hasQueued } from '../api/device-storage.js';
import { draftedChats, hasUnsavedWords, readDraftFiles } from '../api/kept-drafts.js';
import { chosenFilesOf } from '../attachments/chosen-files.js';
import { useChangedEdits } from '../store/changed-edits.js';
import { useStore } from '../store/use-store.js';

/** Returns a function that says whether signing out would delete something that is nowhere else. */
export function useHasUnsent(): () => boolean {
  const store = useStore();
  const edits = useChangedEdits();
  // Files that another tab has chosen, or this one before it was loaded anew, have keys alone here.
  const isLeft = (chatId: string) => hasUnsavedWords(chatId) || readDraftFiles(chatId).length > 0;
  return () =>
    hasQueued(store.me) || edits.has() || chosenFilesOf(store).has() || draftedChats().some(isLeft);
}
