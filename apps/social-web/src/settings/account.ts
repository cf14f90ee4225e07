import { queryOptions } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';
import { useChange } from '../api/use-change.js';

/** Ways to sign in and places where one is signed in. */
export const accountQuery = queryOptions({
  queryKey: keys.account,
  queryFn: () => dataOf(socialApi.GET('/api/account')),
  // No event tells of a sign-in elsewhere.
  staleTime: 0,
});

export function useUnlink() {
  return useChange(keys.account, (id: string) =>
    socialApi.DELETE('/api/account/accounts/{id}', { params: { path: { id } } }),
  );
}

export function useSessionEnd() {
  return useChange(keys.account, (id: string) =>
    socialApi.DELETE('/api/account/sessions/{id}', { params: { path: { id } } }),
  );
}

export function useOtherSessionsEnd() {
  return useChange(keys.account, (_: void) => socialApi.DELETE('/api/account/sessions'));
}
