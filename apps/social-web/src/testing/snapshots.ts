// Starts of the client that may draw a snapshot of the last screen (ADR 0089), and what that has shown.
import type { BrowserContext, Page } from 'playwright-core';
import { keepReadersWaiting } from './kept.js';

/** In pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

interface Shown {
  readonly text: string;
  readonly typed: string;
  readonly bubbles: readonly Place[];
  /** Upper edges, in pixels. */
  readonly headings: readonly number[];
  readonly isInert: boolean;
  /** Language and direction of the document. */
  readonly root: string;
}

interface Watched {
  snapshot: Shown | null;
}

/** Runs in a page before its own script. */
function watchStart(): void {
  const scope = window as unknown as Watched;
  scope.snapshot = null;
  const placesIn = (part: Element, selector: string) =>
    [...part.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const note = (part: HTMLElement) => {
    scope.snapshot = {
      text: part.innerText,
      typed: part.querySelector('textarea')?.value ?? '',
      bubbles: placesIn(part, '.bubble').map(({ left, top, width }) => ({ left, top, width })),
      headings: placesIn(part, 'h2').map(({ top }) => top),
      isInert: (part.getRootNode() as ShadowRoot).host.matches('[inert][aria-hidden=true]'),
      root: `${document.documentElement.lang} ${document.documentElement.dir}`,
    };
  };
  // It is where nothing is found from the document.
  const { prototype } = ShadowRoot;
  const append: (this: ShadowRoot, ...parts: Node[]) => void = Reflect.get(prototype, 'append');
  prototype.append = function (...parts: Node[]) {
    append.apply(this, parts);
    for (const part of parts)
      if (part instanceof HTMLDivElement) requestAnimationFrame(() => note(part));
  };
}

export interface StartOptions {
  readonly isOffline?: boolean;
  /** Milliseconds after which the device lets the client read. */
  readonly readAfter?: number;
  readonly width?: number;
}

/** In a new tab. */
export async function startAgain(
  context: BrowserContext,
  url: string,
  { isOffline = true, readAfter = 0, width = 1280 }: StartOptions,
): Promise<Page> {
  await context.setOffline(isOffline);
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 720 });
  // A driver of browsers tells a new document too late.
  if (isOffline)
    await page.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });`,
    );
  await page.addInitScript(watchStart);
  if (readAfter > 0) await page.addInitScript(keepReadersWaiting, readAfter);
  await page.goto(url, { waitUntil: 'commit' });
  return page;
}

/** Null where there was none. */
export function shownBy(page: Page): Promise<Shown | null> {
  return page.evaluate(() => (window as unknown as Watched).snapshot);
}

/** As a tab that lies behind others. */
export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}
