import type { Server } from '@triptych/service-host';
import { publicUrl } from './test-app.js';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  get(url: string, headers?: Record<string, string>): Promise<Reply>;
  post(url: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Reply>;
  /** Follows redirects until a page, or until the next stop would be under `until`; gives that address. */
  follow(url: string, until: string): Promise<string>;
  csrfToken(): Promise<string>;
}

/** The little of a browser that a sign-in needs. The app is called by inject, every other origin by fetch. */
export function createBrowser(app: Server): Browser {
  const { send, jarOf } = createSender(app);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const browser: Browser = {
    cookies: jarOf(publicUrl),
    get: (url, headers = {}) => send('GET', url, headers),
    post: (url, fields, headers = {}) =>
      send('POST', url, { ...form, ...headers }, new URLSearchParams(fields).toString()),
    async follow(start, until) {
      let url = start;
      for (let hop = 0; hop < 10 && !url.startsWith(until); hop += 1) {
        const location = (await browser.get(url)).headers.get('location');
        if (location === null) return url;
        url = new URL(location, url).href;
      }
      return url;
    },
    async csrfToken() {
      const { text } = await browser.get('/api/auth/csrf');
      return (JSON.parse(text) as { csrfToken: string }).csrfToken;
    },
  };
  return browser;
}

type Headed = Record<string, string>;

function createSender(app: Server) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { origin } = new URL(url, publicUrl);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  async function send(method: 'GET' | 'POST', target: string, headers: Headed, payload?: string) {
    const url = new URL(target, publicUrl);
    const jar = jarOf(url.href);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const go = url.origin === publicUrl ? inject.bind(null, app) : request;
    const reply = await go(method, url, { ...headers, cookie }, payload);
    for (const line of reply.headers.getSetCookie()) keep(jar, line);
    return reply;
  }
  return { send, jarOf };
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  const expires = /expires=([^;]+)/i.exec(line)?.[1];
  if (expires !== undefined && Date.parse(expires) < Date.now()) jar.delete(name);
  else jar.set(name, value);
}

async function inject(
  app: Server,
  method: 'GET' | 'POST',
  url: URL,
  headers: Record<string, string>,
  payload?: string,
): Promise<Reply> {
  const response = await app.inject({
    method,
    url: url.pathname + url.search,
    headers: { host: url.host, ...headers },
    ...(payload !== undefined && { payload }),
  });
  const kept = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const item of [value].flat()) if (item !== undefined) kept.append(name, String(item));
  }
  return { status: response.statusCode, headers: kept, text: response.payload };
}

async function request(
  method: 'GET' | 'POST',
  url: URL,
  headers: Record<string, string>,
  body?: string,
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
