import { queryOptions } from '@tanstack/react-query';
import { dataOf, socialApi } from '../api/client.js';
import { csrfFields, finishSignOut } from '../api/sign-out.js';
import { keys } from '../api/query-cache.js';

export const providersQuery = queryOptions({
  queryKey: keys.providers,
  queryFn: async () => Object.values(await dataOf(socialApi.GET('/api/auth/providers'))),
});

/** Leaves for the provider's page and comes back here. With `link` its account is added to the signed-in user. */
export async function signInWith(provider: string, { link = false } = {}): Promise<void> {
  await finishSignOut();
  const callbackUrl = new URL(location.pathname + location.search, location.origin).href;
  const { url } = await dataOf(
    socialApi.POST('/api/auth/signin/{provider}', {
      params: { path: { provider } },
      body: { ...(await csrfFields()), callbackUrl, ...(link && { link: 'true' }) },
    }),
  );
  location.assign(url);
}
