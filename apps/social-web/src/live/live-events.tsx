import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { keys } from '../api/query-keys.js';
import { resumeOutbox, sendFailedAgain } from '../conversation/outbox.js';
import { applyEvent } from './apply-event.js';
import { ConnectionContext, type Connection } from './connection.js';
import { joinSharedStream } from './shared-stream.js';

export interface LiveEventsProps {
  readonly userId: string;
  readonly children: ReactNode;
}

/**
 * As long as somebody is signed in: brings what happens elsewhere into the query cache, and what was written here
 * onto its way.
 */
export function LiveEvents({ userId, children }: LiveEventsProps) {
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
