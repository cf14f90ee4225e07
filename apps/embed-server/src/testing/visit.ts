import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { noteAliens } from './browser.js';
import { createTestApp, type TestApp } from './test-app.js';
import { pictures } from './pictures.js';
import { sendFile } from './upstream-player.js';

export interface Visit {
  readonly server: TestApp;
  /** Where it listens. */
  readonly base: string;
  readonly context: BrowserContext;
  /** What would have left the machine, so far. */
  readonly alien: string[];
}

/** A browser's visit to a server of its own, whose upstreams hold nothing but pictures yet. */
export async function startVisit(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<Visit> {
  const server = await createTestApp();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
  const base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const context = await browser.newContext(options);
  return { server, base, context, alien: await noteAliens(context) };
}
