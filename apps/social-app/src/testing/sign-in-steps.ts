import { expect } from '@jest/globals';
import type { Browser } from './browser.js';
import { publicUrl } from './test-app.js';

/** Starts a sign-in at the provider `oidc` and gives the address to go to. */
export async function begin(browser: Browser, callbackUrl = '/'): Promise<string> {
  const form = { csrfToken: await browser.csrfToken(), callbackUrl };
  const { headers } = await browser.post('/api/auth/signin/oidc', form);
  return headers.get('location') ?? '';
}

/** At the local provider: from the authorization URL to the address of the callback. */
export async function consent(
  browser: Browser,
  url: string,
  form: Record<string, string>,
): Promise<string> {
  const page = await browser.follow(url, publicUrl);
  const sent = await browser.post(page, form);
  return browser.follow(new URL(sent.headers.get('location') ?? '', page).href, publicUrl);
}

export async function signIn(browser: Browser, name: string, callbackUrl?: string) {
  const callback = await consent(browser, await begin(browser, callbackUrl), { name });
  return { callback, response: await browser.get(callback) };
}

export async function sessionOf(browser: Browser) {
  const { text } = await browser.get('/api/auth/session');
  return JSON.parse(text) as {
    user: { id: string; name: string; email: string; image: string };
  } | null;
}

/** What a client is told of a session of somebody who signed in a moment ago. */
export const newSessionOf = (name: string, image: string | null = null) => ({
  user: {
    id: expect.any(String),
    name,
    email: `${name.toLowerCase()}@example.test`,
    image,
    handle: null,
  },
  expires: expect.stringMatching(/^\d{4}-.*Z$/),
});
