import { useState, useSyncExternalStore } from 'react';
import { isHandleSkipped, skipHandle, subscribeToOtherTabs } from '../api/device-storage.js';

/**
 * Whether this person goes on without a handle, as was said here or in another tab. For as long as they are signed in: whoever
 * signs out in another tab takes it away there, before this tab knows of it.
 */
export function useSkippedHandle(me: string | null): [isSkipped: boolean, skip: () => void] {
  const [skippedBy, setSkippedBy] = useState<string | null>(null);
  const isKept = useSyncExternalStore(
    subscribeToOtherTabs,
    () => me !== null && isHandleSkipped(me),
  );
  const skip = () => {
    if (me === null) return;
    skipHandle(me);
    // Storage may be full or denied, and tells only other tabs.
    setSkippedBy(me);
  };
  const by = isKept || skippedBy === me ? me : null;
  if (by !== skippedBy) setSkippedBy(by);
  return [by !== null, skip];
}
