import { createBrowser } from '@triptych/local-idp/testing';

/** A fetch that keeps cookies as a browser does, and follows no redirect. */
export function createCookieFetch(): (request: Request) => Promise<Response> {
  const cookies = new Map<string, string>();
  return async (request) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = new Headers(request.headers);
    headers.set('cookie', cookie);
    const response = await fetch(new Request(request, { headers, redirect: 'manual' }));
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';', 1)[0] ?? '';
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
}

/** Signs somebody in at the local provider; returns the query with which it sends the browser back. */
export async function signInAt(issuer: string, url: string, name: string) {
  const browser = createBrowser();
  const page = await browser.followWithin(issuer, url);
  const { leftFor } = await browser.followWithin(issuer, page.at, { name });
  if (!leftFor) throw new Error('the provider does not send the browser back');
  const { state = '', code = '', iss = issuer } = Object.fromEntries(leftFor.searchParams);
  return { state, code, iss };
}
