import { createContext, use } from 'react';

/** How this browser stands with the server's event stream. */
export type Connection = 'live' | 'connecting' | 'offline';

export const ConnectionContext = createContext<Connection>('connecting');

export function useConnection(): Connection {
  return use(ConnectionContext);
}
