import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';

/** Ways to sign in and places where one is signed in. */
export const accountQuery = queryOptions({
  queryKey: keys.account,
  queryFn: () => dataOf(socialApi.GET('/api/account')),
  // No event tells of a sign-in elsewhere.
  staleTime: 0,
});

function useAccountMutation<Wish>(mutationFn: (wish: Wish) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: keys.account }),
  });
}

export function useUnlink() {
  return useAccountMutation((id: string) =>
    socialApi.DELETE('/api/account/accounts/{id}', { params: { path: { id } } }),
  );
}

export function useSessionEnd() {
  return useAccountMutation((id: string) =>
    socialApi.DELETE('/api/account/sessions/{id}', { params: { path: { id } } }),
  );
}

export function useOtherSessionsEnd() {
  return useAccountMutation((_: void) => socialApi.DELETE('/api/account/sessions'));
}
