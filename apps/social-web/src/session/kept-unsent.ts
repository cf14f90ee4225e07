// A session that ended by itself leaves on the device what was not sent (ADR 0043): for the same person alone.
import { useSyncExternalStore } from 'react';
import { isOwner } from '../api/device-owner.js';
import {
  deviceStorage,
  hasQueued,
  storageOwnerKey,
  subscribeToOtherTabs,
} from '../api/device-storage.js';
import { hasUnsavedDrafts, watchDrafts } from '../api/kept-drafts.js';
import { readEdits } from '../api/kept-edits.js';

function hasKeptUnsent(): boolean {
  const me = deviceStorage.getItem(storageOwnerKey);
  if (me === null || !isOwner(me)) return false;
  return hasQueued(me) || readEdits().length > 0 || hasUnsavedDrafts();
}

/** Another tab may sign out, which removes it; what was spoken when the session ended is kept a moment later. */
function subscribe(listener: () => void): () => void {
  const stops = [subscribeToOtherTabs(listener), watchDrafts(listener)];
  return () => stops.forEach((stop) => stop());
}

export const useHasKeptUnsent = (): boolean => useSyncExternalStore(subscribe, hasKeptUnsent);
