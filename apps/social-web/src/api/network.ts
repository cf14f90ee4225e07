import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { hasNetwork } from './has-network.js';

/**
 * From now on `onlineManager` knows what the device does. By itself it takes a network for granted until the first drawing,
 * and believes only events: one that comes before, or to a tab that is frozen, would leave everything waiting.
 */
export function followNetwork(): void {
  onlineManager.setOnline(hasNetwork());
  onlineManager.setEventListener((setOnline) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = () => {
      if (hasNetwork()) setOnline(true);
    };
    addEventListener('offline', () => setOnline(false), { signal });
    for (const type of ['online', 'pageshow', 'focus']) addEventListener(type, look, { signal });
    for (const type of ['visibilitychange', 'resume'])
      document.addEventListener(type, look, { signal });
    return () => leaving.abort();
  });
}

/** Something has come from the server, whatever the device says of its network. */
export function noteNetwork(): void {
  onlineManager.setOnline(true);
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}
