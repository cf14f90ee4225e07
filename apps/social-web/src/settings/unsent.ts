import { hasQueued } from '../api/device-storage.js';
import { draftedChats, hasUnsavedWords, readDraftFiles } from '../api/kept-drafts.js';
import { hasShares } from '../api/kept-shares.js';
import { isLockHeld, recordingLock } from '../api/web-lock.js';
import { chosenFilesOf } from '../attachments/chosen-files.js';
import { useChangedEdits } from '../store/changed-edits.js';
import { useStore } from '../store/use-store.js';

/** Some browsers never reply. */
const maxWaitMs = 1_000;

/** Returns a function that says whether signing out would delete something that is nowhere else, in whichever tab it is. */
export function useHasUnsent(): () => Promise<boolean> {
  const store = useStore();
  const edits = useChangedEdits();
  // Files that another tab has chosen, or this one before it was loaded anew, have keys alone here.
  const isLeft = (chatId: string) => hasUnsavedWords(chatId) || readDraftFiles(chatId).length > 0;
  const { me } = store;
  const hasKept = () =>
    hasQueued(me) || edits.has() || chosenFilesOf(store).has() || draftedChats().some(isLeft);
  return async () =>
    hasKept() || isAny([hasShares(me).catch(() => false), isLockHeld(recordingLock)]);
}

/** What is not known in time is not there. */
function isAny(asked: readonly Promise<boolean>[]): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), maxWaitMs);
    const end = (isSo: boolean) => {
      clearTimeout(timer);
      resolve(isSo);
    };
    for (const one of asked) void one.then((isSo) => isSo && end(true));
    void Promise.all(asked).then(() => end(false));
  });
}
