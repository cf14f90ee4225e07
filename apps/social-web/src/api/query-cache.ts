// The query cache fetches, and holds what is not in the local store: people, settings, presence (ADR 0019, 0041).
//   fetched once → kept fresh by live events, never refetched for its age
//   changed here → invalidated when the request ends, so that it is right without the event stream too
//   and that failed (503, a restart) → asked for again while it is shown, as long as it takes: no event will say it twice
//   changed while it is fetched for the first time → fetched again afterwards
//   of what no event tells (a friend's new name, a sign-in in another tab) → asked for again when the tab is seen again
//   stream opened anew → everything but the session is invalidated, since events may have been missed
import {
  focusManager,
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  useQueryClient,
  type Query,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, isTransient } from './client.js';
import type { SearchQuery } from './search.js';

export const keys = {
  session: ['session'],
  providers: ['providers'],
  account: ['account'],
  settings: ['settings'],
  pushKey: ['push-key'],
  friends: ['friends'],
  invitations: ['invitations'],
  inviter: (token: string) => ['inviter', token],
  presence: ['presence'],
  chats: ['chats'],
  expiry: (chatId: string) => ['expiry', chatId],
  messageLimits: ['message-limits'],
  history: (chatId: string, ...rest: readonly unknown[]) => ['history', chatId, ...rest],
  typing: (chatId: string) => ['typing', chatId],
  announcements: ['announcements'],
  search: (query: SearchQuery) => ['search', query],
} as const;

const askedAgainMs = 5_000;

export function createQueryClient(): QueryClient {
  // A tab that nobody sees asks again as well: otherwise it would show what was until somebody has looked at it for a moment.
  focusManager.setFocused(true);
  const onError = (error: unknown, query?: Query<unknown, unknown>) => {
    if (query?.state.data !== undefined && isTransient(error)) askAgain(query.queryKey);
    // The session has ended elsewhere, or another person has signed in (ADR 0043): App shows what is so. What asks that is not asked
    // again because of its own failure.
    const isSignedOut = error instanceof ApiError && error.code === 'unauthenticated';
    if (isSignedOut && query?.queryKey[0] !== keys.session[0])
      void client.invalidateQueries({ queryKey: keys.session });
  };
  const askAgain = (queryKey: QueryKey) =>
    setTimeout(
      () => void client.refetchQueries({ queryKey, exact: true, type: 'active', stale: true }),
      askedAgainMs,
    );
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 3 && isTransient(error),
      },
      // Fails at once without a network. Otherwise a change would wait where nobody sees it, happen at a moment when nobody expects it
      // any more, or be lost with the page. What shall wait goes into a queue.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/**
 * What is known under the key may have changed. It is fetched anew, also where the first fetch is still under way: its reply may
 * have been read before the change, and TanStack Query cancels no fetch that has nothing to go back to.
 */
export function refetchChanged(client: QueryClient, filters: QueryFilters): void {
  for (const { promise, queryKey, state } of client.getQueryCache().findAll(filters)) {
    if (state.data !== undefined || state.fetchStatus === 'idle') continue;
    const again = () => client.invalidateQueries({ queryKey, exact: true });
    promise?.then(again, () => {});
  }
  void client.invalidateQueries(filters);
}

/**
 * Asks again for what is known under the key when the tab is seen again.
 *
 * @param freshMs milliseconds for which a reply is taken for what still holds
 */
export function useAskedWhenSeen(queryKey: QueryKey, freshMs = 0): void {
  const client = useQueryClient();
  useEffect(() => {
    const predicate = (query: Query) => query.isStaleByTime(freshMs);
    const look = () => document.hidden || void client.invalidateQueries({ queryKey, predicate });
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [client, queryKey, freshMs]);
}

/** A mutation after which the data under `key` is fetched anew, also when the server refused it. */
export function useInvalidatingMutation<Input>(
  key: QueryKey,
  mutationFn: (input: Input) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
