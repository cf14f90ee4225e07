import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { resumeOutbox, sendFailedAgain } from '../api/outbox.js';
import { keys } from '../api/query-cache.js';
import { applyEvent } from './apply-event.js';
import type { Connection } from './event-stream.js';
import { joinSharedStream } from './shared-stream.js';

const ConnectionContext = createContext<Connection>('connecting');

export function useConnection(): Connection {
  return use(ConnectionContext);
}

/** While somebody is signed in: applies live events to the query cache and sends what is in the outbox. */
export function LiveEvents({ userId, children }: { userId: string; children: ReactNode }) {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    resumeOutbox(client, userId);
    return joinSharedStream(userId, {
      onEvent: (event) => applyEvent(client, userId, event),
      onConnection(next) {
        setConnection(next);
        if (next === 'live') sendFailedAgain(client, userId);
      },
      onRefused: () => void client.invalidateQueries({ queryKey: keys.session }),
    });
  }, [client, userId]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}
