import { queryOptions } from '@tanstack/react-query';
import { dataOf, socialApi } from '../api/client.js';
import { keys } from '../api/query-cache.js';

export const providersQuery = queryOptions({
  queryKey: keys.providers,
  queryFn: async () => Object.values(await dataOf(socialApi.GET('/api/auth/providers'))),
});

async function csrfFields(): Promise<{ csrfToken: string; json: 'true' }> {
  const { csrfToken } = await dataOf(socialApi.GET('/api/auth/csrf'));
  return { csrfToken, json: 'true' };
}

/** Leaves for the provider's page and comes back here. With `link` its account is added to the signed-in user. */
export async function signInWith(provider: string, { link = false } = {}): Promise<void> {
  const callbackUrl = new URL(location.pathname + location.search, location.origin).href;
  const { url } = await dataOf(
    socialApi.POST('/api/auth/signin/{provider}', {
      params: { path: { provider } },
      body: { ...(await csrfFields()), callbackUrl, ...(link && { link: 'true' }) },
    }),
  );
  location.assign(url);
}

export async function signOut(): Promise<void> {
  await socialApi.POST('/api/auth/signout', {
    body: { ...(await csrfFields()), callbackUrl: location.origin },
  });
}
