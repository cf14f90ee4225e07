import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageLimitsQuery } from '../api/chats.js';
import { keys } from '../api/query-cache.js';
import { dropSnapshot, keepSnapshot } from '../snapshot/kept-snapshot.js';
import { copyScreen } from '../snapshot/screen-copy.js';
import { nextEndOf } from '../store/ending.js';
import { useStore } from '../store/use-store.js';

/** Keeps a snapshot of the screen while it is hidden, for as long as nothing changes (ADR 0089). */
export function useSnapshot(): void {
  const client = useQueryClient();
  const store = useStore();
  useEffect(() => {
    const drop = () => dropSnapshot(store.me);
    const look = () => {
      if (!document.hidden) return drop();
      const aheadMs = client.getQueryData(messageLimitsQuery.queryKey)?.aheadMs ?? 0;
      const end = nextEndOf(store) - aheadMs;
      const html = copyScreen(document.getElementById('root')!);
      keepSnapshot(store.me, { html, validUntil: end < Infinity ? end : null });
    };
    document.addEventListener('visibilitychange', look);
    const stops = [
      store.subscribe(drop),
      client.getQueryCache().subscribe(({ type, query }) => {
        const [first] = query.queryKey as readonly unknown[];
        if (type === 'updated' && first === keys.friends[0]) drop();
      }),
    ];
    return () => {
      document.removeEventListener('visibilitychange', look);
      stops.forEach((stop) => stop());
    };
  }, [client, store]);
}
