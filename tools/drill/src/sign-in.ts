import assert from 'node:assert/strict';
import { callbackPath } from '@triptych/local-idp';

/** Somebody who is signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

/** A sign-in that takes too long on a busy machine is begun anew. */
export async function signIn(url: string, name: string): Promise<Person> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await signInOnce(url, name);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function signInOnce(url: string, name: string): Promise<Person> {
  const { visit, cookieOf } = openBrowser();
  const { next } = await beginSignIn(url, visit);
  const { at } = await visit(next);
  await visit(at, form({ name }));
  const cookie = cookieOf(url);
  const session = await fetch(`${url}/api/auth/session`, { headers: { cookie } });
  const known = (await session.json()) as { user: { id: string; email: string } } | null;
  assert.ok(known, `${name} is not signed in`);
  return { ...known.user, cookie };
}

/** A sign-in that comes back with a code which nobody gave, as one does whose provider fails after the form. */
export async function comeBackInVain(url: string): Promise<void> {
  const { visit } = openBrowser();
  const { next } = await beginSignIn(url, visit);
  const { origin: iss, searchParams } = new URL(next);
  const answer = new URLSearchParams({ code: 'none', state: searchParams.get('state') ?? '', iss });
  await visit(`${url}${callbackPath}?${answer.toString()}`);
}

/** Up to where the provider is asked. */
async function beginSignIn(url: string, visit: ReturnType<typeof openBrowser>['visit']) {
  const { response } = await visit(`${url}/api/auth/csrf`);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const asked = await visit(
    `${url}/api/auth/signin/oidc`,
    form({ csrfToken, callbackUrl: url }),
    0,
  );
  assert.ok(asked.next, 'there is no way to the provider');
  return { next: asked.next };
}

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** Follows redirects with the cookies of each host. */
function openBrowser() {
  const cookies = new Map<string, Map<string, string>>();
  const cookieOf = (at: string) =>
    [...(cookies.get(new URL(at).host) ?? [])].map((pair) => pair.join('=')).join('; ');
  const visit = async (start: string, init: RequestInit = {}, mostRedirects = 12) => {
    let [at, options] = [start, init];
    for (let hop = 0; ; hop += 1) {
      const headers = { cookie: cookieOf(at) };
      const response = await fetch(at, { ...options, redirect: 'manual', headers });
      const jar = cookies.get(new URL(at).host) ?? new Map<string, string>();
      cookies.set(new URL(at).host, jar);
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/s);
        jar.set(name, value);
      }
      const location = response.headers.get('location');
      const next = location === null ? null : new URL(location, at).href;
      if (next === null || hop === mostRedirects) return { response, at, next };
      [at, options] = [next, {}];
    }
  };
  return { visit, cookieOf };
}
