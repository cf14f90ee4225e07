// The handle that somebody has chosen in one tab is theirs in the other ones, which ask for none any more.
import type { QueryClient } from '@tanstack/react-query';
import { deviceStorage, handlePrefix } from './device-storage.js';
import { keys, refetchChanged } from './query-cache.js';

/** To be told of by the tab in which it was chosen, or given up. */
export function shareHandle(me: string, handle: string | null): void {
  deviceStorage.setItem(handlePrefix + me, handle ?? '');
}

/** From the first request on: its reply may have been read before the choice. */
export function followHandle(client: QueryClient): void {
  addEventListener('storage', ({ key, newValue }) => {
    // At sign-out it is removed.
    if (!key?.startsWith(handlePrefix) || newValue === null) return;
    for (const queryKey of [keys.session, keys.account]) refetchChanged(client, { queryKey });
  });
}
