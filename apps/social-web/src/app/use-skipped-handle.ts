import { useState, useSyncExternalStore } from 'react';
import { isHandleSkipped, skipHandle } from '../api/device-storage.js';

/** Whether this person goes on without a handle, as was said here or in another tab. */
export function useSkippedHandle(me: string | null): [isSkipped: boolean, skip: () => void] {
  const [skippedHere, setSkippedHere] = useState<string | null>(null);
  const isKept = useSyncExternalStore(
    subscribeToOtherTabs,
    () => me !== null && isHandleSkipped(me),
  );
  const skip = () => {
    if (me === null) return;
    skipHandle(me);
    // Storage may be full or denied, and tells only other tabs.
    setSkippedHere(me);
  };
  return [isKept || (me !== null && skippedHere === me), skip];
}

function subscribeToOtherTabs(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
