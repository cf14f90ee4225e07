import { useEffect, useRef } from 'react';
import { hasQueued } from '../api/device-storage.js';
import { hasUnsavedDrafts } from '../api/kept-drafts.js';
import { hasShares } from '../api/kept-shares.js';
import { isLockHeld, recordingLock } from '../api/web-lock.js';
import { chosenFilesOf } from '../attachments/chosen-files.js';
import { useChangedEdits } from '../store/changed-edits.js';
import { useStore } from '../store/use-store.js';

/** Milliseconds. Some browsers never reply. */
const maxWaitMs = 1_000;
const lookEveryMs = 1_000;

/**
 * Returns a function that says whether signing out would delete something that is nowhere else, in whichever tab it is: at once, since whoever
 * signs out may close the page at once. Only just after the page was opened it has to wait for what the browser says of other tabs.
 */
export function useHasUnsent(): () => boolean | Promise<boolean> {
  const store = useStore();
  const edits = useChangedEdits();
  const { me } = store;
  const isElsewhere = useIsElsewhere(me);
  // Files that another tab has chosen, or this one before it was loaded anew, are among the drafts alone.
  const hasKept = () =>
    hasQueued(me) || edits.has() || chosenFilesOf(store).has() || hasUnsavedDrafts();
  return () => hasKept() || isElsewhere();
}

/** Looked at again and again while the page is open, for it takes the browser a moment to say. */
function useIsElsewhere(me: string): () => boolean | Promise<boolean> {
  const known = useRef<boolean | Promise<boolean>>(false);
  useEffect(() => {
    const look = async () => {
      const isThere = await isAny([hasShares(me).catch(() => false), isLockHeld(recordingLock)]);
      return (known.current = isThere);
    };
    known.current = look();
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => clearInterval(timer);
  }, [me]);
  return () => known.current;
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
