import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';

/** After signing out nothing that was written or read stays behind; how the page looks does. */
export function forgetDevice(client: QueryClient): void {
  for (const key of Object.keys(localStorage)) {
    if (/^(draft|outbox)\//.test(key)) localStorage.removeItem(key);
  }
  client.setQueryData(keys.session, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  client.getMutationCache().clear();
}
