import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';

export interface Me {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async () => (await dataOf(socialApi.GET('/api/auth/session')))?.user ?? null,
});

/** Only below the gate, where somebody is signed in. */
export function useMe(): Me {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('nobody is signed in');
  return data;
}
