import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { keys } from '../api/query-cache.js';
import { LocalStore } from '../store/local-store.js';
import { resumeOutbox, sendFailedAgain } from '../store/outbox.js';
import { StoreContext } from '../store/use-store.js';
import { applyEvent } from './apply-event.js';
import type { Connection } from './event-stream.js';
import { joinSharedStream } from './shared-stream.js';

const ConnectionContext = createContext<Connection>('connecting');

export function useConnection(): Connection {
  return use(ConnectionContext);
}

/** While somebody is signed in: applies live events to what is known and sends what is in the outbox. */
export function LiveEvents({ userId, children }: { userId: string; children: ReactNode }) {
  const client = useQueryClient();
  const [store] = useState(() => new LocalStore(userId));
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    resumeOutbox(client, store);
    return joinSharedStream(userId, {
      onEvent: (event) => applyEvent(client, store, event),
      onConnection(next) {
        setConnection(next);
        if (next === 'live') sendFailedAgain(client, store);
      },
      onRefused: () => void client.invalidateQueries({ queryKey: keys.session }),
    });
  }, [client, store, userId]);
  return (
    <StoreContext value={store}>
      <ConnectionContext value={connection}>{children}</ConnectionContext>
    </StoreContext>
  );
}
