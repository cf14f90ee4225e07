import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing, isSignedOut } from './api-error.js';
import { keys } from './query-keys.js';

/** Server state of this tab. Live events keep it fresh, so nothing is fetched again merely for its age. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The session has ended somewhere else: the gate shows the sign-in page.
    if (isSignedOut(error)) client.setQueryData(keys.session, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 3 && isPassing(error),
      },
    },
  });
  return client;
}
