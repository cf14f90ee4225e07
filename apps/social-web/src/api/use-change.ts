import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * A request that changes what the cache holds under `key`. The stream tells the other tabs; this one asks at once, so
 * that it is right without the stream too, and after a refusal as well.
 */
export function useChange<Wish>(key: QueryKey, request: (wish: Wish) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
