import { dataOf, socialApi } from '../api/social-api.js';

async function proof(): Promise<{ csrfToken: string; json: 'true' }> {
  const { csrfToken } = await dataOf(socialApi.GET('/api/auth/csrf'));
  return { csrfToken, json: 'true' };
}

const back = () => new URL(location.pathname + location.search, location.origin).href;

/** Leaves for the provider's page. With `link` its account is added to the one that is signed in. */
export async function signInWith(provider: string, { link = false } = {}): Promise<void> {
  const { url } = await dataOf(
    socialApi.POST('/api/auth/signin/{provider}', {
      params: { path: { provider } },
      body: { ...(await proof()), callbackUrl: back(), ...(link && { link: 'true' }) },
    }),
  );
  location.assign(url);
}

export async function signOut(): Promise<void> {
  await socialApi.POST('/api/auth/signout', {
    body: { ...(await proof()), callbackUrl: location.origin },
  });
}
