import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOwner } from '../api/device-owner.js';
import { snapshotKey } from '../api/device-storage.js';
import { keys } from '../api/query-cache.js';
import { dropSnapshot, keepSnapshot } from '../snapshot/kept-snapshot.js';
import { copyScreen } from '../snapshot/screen-copy.js';
import { nextEndOf } from '../store/ending.js';
import { useStore } from '../store/use-store.js';

/** What no snapshot has. */
const passing: readonly unknown[] = [keys.presence[0], keys.typing('')[0]];

/** Keeps a snapshot of the screen while no tab is seen, for as long as nothing changes (ADR 0089). */
export function useSnapshot(): void {
  const client = useQueryClient();
  const store = useStore();
  useEffect(() => {
    const keep = () => {
      if (!isOwner(store.me)) return;
      const screen = copyScreen(document.getElementById('root')!);
      if (!screen) return;
      const end = nextEndOf(store);
      keepSnapshot(screen, end < Infinity ? end : null);
    };
    const look = () => (document.hidden ? keep() : dropSnapshot());
    const watching = new AbortController();
    const options = { signal: watching.signal };
    // After what else is kept when a page is hidden, for it counts only with all that is kept beside it.
    addEventListener('visibilitychange', look, options);
    const lookAt = ({ key }: StorageEvent) => key === snapshotKey && !document.hidden && look();
    addEventListener('storage', lookAt, options);
    const stops = [
      store.subscribe(dropSnapshot),
      client.getQueryCache().subscribe((event) => {
        const isChange = event.type === 'updated' && event.action.type === 'success';
        const [kind] = event.query.queryKey as readonly unknown[];
        if (isChange && !passing.includes(kind)) dropSnapshot();
      }),
      () => watching.abort(),
    ];
    return () => stops.forEach((stop) => stop());
  }, [client, store]);
}
