import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page as Tab } from 'playwright-core';
import type { Page } from '../page.js';

// One red pixel: what every image path answers.
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Serves a page at `/page` with its policy, and a pixel at every other path. */
export function servePage(page: Page): Promise<Server> {
  return listen((url) =>
    url === '/page'
      ? { type: 'text/html', policy: page.contentSecurityPolicy, body: page.html }
      : { type: 'image/png', body: pixel },
  );
}

/** A publisher's page that frames `source` as amp-iframe does and keeps what it is told. */
export const publisherOf = (source: string) => `<script>
  window.told = [];
  addEventListener('message', (event) => window.told.push(event.data));
  </script><iframe src="${source}" sandbox="allow-scripts allow-same-origin" width="400" height="200"></iframe>`;

export interface Framed {
  readonly frame: Frame;
  readonly servers: readonly Server[];
}

/** Opens the page within what `parent` makes of its address, each on an origin of its own. */
export async function openFramed(
  tab: Tab,
  page: Page,
  parent: (source: string) => string,
): Promise<Framed> {
  const own = await servePage(page);
  const publisher = await listen(() => ({
    type: 'text/html',
    body: `<!doctype html><title>Publisher</title>${parent(`${addressOf(own)}/page`)}`,
  }));
  // Not 127.0.0.1: a port alone makes no other site.
  await tab.goto(addressOf(publisher).replace('127.0.0.1', 'localhost'), { waitUntil: 'load' });
  const frame = tab.frames().find((one) => /\/page(#|$)/.test(one.url()));
  if (frame === undefined) throw new Error('the page was not framed');
  return { frame, servers: [own, publisher] };
}

export function heightOf(frame: Frame): Promise<number> {
  return frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
}

interface Answer {
  readonly type: string;
  readonly policy?: string;
  readonly body: string | Buffer;
}

function listen(reply: (url: string) => Answer): Promise<Server> {
  const server = createServer((request, response) => {
    const { type, policy, body } = reply(request.url ?? '/');
    response.setHeader('content-type', type);
    if (policy !== undefined) response.setHeader('content-security-policy', policy);
    response.end(body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
