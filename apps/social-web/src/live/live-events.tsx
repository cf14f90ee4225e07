import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { claimDevice } from '../api/device-storage.js';
import { forgetPresence } from '../api/presence.js';
import { keys } from '../api/query-cache.js';
import { LocalStore } from '../store/local-store.js';
import { createQueue, QueueContext, useRunningQueue } from '../store/use-queue.js';
import { StoreContext } from '../store/use-store.js';
import { applyEvent } from './apply-event.js';
import type { Connection } from './event-stream.js';
import { joinSharedStream } from './shared-stream.js';

const ConnectionContext = createContext<Connection>('connecting');

export function useConnection(): Connection {
  return use(ConnectionContext);
}

/** While somebody is signed in: applies live events to what is known and sends what is queued. */
export function LiveEvents({ userId, children }: { userId: string; children: ReactNode }) {
  const client = useQueryClient();
  const [store] = useState(() => new LocalStore(userId));
  const [queue] = useState(() => {
    claimDevice(userId);
    return createQueue(store, () => void client.invalidateQueries({ queryKey: keys.session }));
  });
  useRunningQueue(queue, userId);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    return joinSharedStream(userId, {
      onEvent: (event) => applyEvent(client, store, event),
      onConnection(next) {
        setConnection(next);
        if (next === 'live') queue.wake();
      },
      onRefused: () => void client.invalidateQueries({ queryKey: keys.session }),
    });
  }, [client, store, queue, userId]);
  useForgottenPresence(connection);
  return (
    <StoreContext value={store}>
      <QueueContext value={queue}>
        <ConnectionContext value={connection}>{children}</ConnectionContext>
      </QueueContext>
    </StoreContext>
  );
}

/** A reconnection within this time changes nothing. */
const presenceKeptMs = 1_500;

/** Without a stream nobody knows who is online; a new one begins with a list of them. */
function useForgottenPresence(connection: Connection): void {
  const client = useQueryClient();
  const isLive = connection === 'live';
  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => forgetPresence(client), presenceKeptMs);
    return () => clearTimeout(timer);
  }, [client, isLive]);
}
