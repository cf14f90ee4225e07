import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findAttachment, type Attachment } from '../api/attachments.js';

/** `broken`: it is there, and this browser cannot show it. */
export type FileState = 'shown' | 'gone' | 'away' | 'broken';

export interface ShownFile {
  readonly state: FileState;
  /** The element that shows it has failed, or is about to be pressed. Says whether the file is there. */
  readonly look: () => Promise<FileState>;
  readonly retry: () => void;
}

/** So long a file that could not be had is waited for. */
const againMs = 15_000;

/** What can be said of a file that is to be shown, and tries it again once there is a network. */
export function useFile(file: Attachment): ShownFile {
  const [state, setState] = useState<FileState>('shown');
  const isAway = state === 'away';
  const retry = () => setState('shown');
  useEffect(() => {
    if (!isAway) return;
    // The server alone may be away, of which no network tells.
    const timer = setTimeout(() => onlineManager.isOnline() && setState('shown'), againMs);
    const unsubscribe = onlineManager.subscribe((isOnline) => isOnline && setState('shown'));
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [isAway]);
  const look = async () => {
    const presence = await findAttachment(file);
    const next = presence === 'there' ? 'broken' : presence;
    setState(next);
    return next;
  };
  return { state, look, retry };
}
