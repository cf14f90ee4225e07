// The client's files on this device (ADR 0042). Guarantees: a page never mixes two releases; the document is stored only
// with its policy, and with the one that the server has today; a tab of the release before finds its files until it has moved.
//   installing → every file is in a cache of its own release · one that cannot be had ends it, and nothing has changed
//   waiting    → the release before serves all tabs, until one of them takes the new one, or all are closed
//   active     → documents and files come from its cache; that of the release before is kept, older ones are dropped
//   left       → a release that was taken waits for this worker to be done: it waits for no network any more
import { anyVariant, documentPath, ownReply, policyHeader, storeRelease } from './store-release.js';
import type { Waits } from './waits.js';

/** Of the list that the build makes. */
export interface FileEntry {
  readonly url: string;
  readonly revision: string | null;
}

const prefix = 'files-';
/** These come from the server: sign-in, the API and its documents. */
const notPages = /^\/(api\/|docs|openapi\.json$)/;
export const isPage = (path: string) => !notPages.test(path);
/** Of a look for another policy. Milliseconds. */
const policyTime = 20_000;

export function createFiles(entries: readonly FileEntry[], waits: Waits) {
  const files = entries.map(({ url, revision }) => ({
    path: new URL(url, location.origin).pathname,
    revision,
  }));
  const paths = new Set(files.map(({ path }) => path));
  const cacheName = nameOf(files);

  async function storedDocument(event: FetchEvent): Promise<Response> {
    const cache = await caches.open(await cacheName);
    const stored = await cache.match(documentPath, anyVariant);
    // A browser that is short of space drops what is stored.
    if (!stored) return waits.within(null, () => fetch(event.request)).catch(newestDocument);
    const look = (signal: AbortSignal) => renewPolicy(cache, stored.clone(), signal);
    event.waitUntil(waits.within(policyTime, look).catch(() => {}));
    return stored;
  }

  async function storedFile(request: Request): Promise<Response> {
    const cache = await caches.open(await cacheName);
    const stored =
      (await cache.match(request, anyVariant)) ?? (await caches.match(request, anyVariant));
    return stored ?? waits.within(null, () => fetch(request));
  }

  return {
    async store(): Promise<void> {
      await storeRelease(await cacheName, files, waits);
    },
    /** Drops all but this release and the one before it. Caches are listed in the order in which they were made. */
    async dropOld(): Promise<void> {
      const own = await cacheName;
      const isOther = (name: string) => name.startsWith(prefix) && name !== own;
      const others = (await caches.keys()).filter(isOther);
      await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
    },
    respond(event: FetchEvent): void {
      const { method, url, mode } = event.request;
      const { origin, pathname } = new URL(url);
      if (method !== 'GET' || origin !== location.origin) return;
      const isFile = paths.has(pathname) && pathname !== documentPath;
      if (mode === 'navigate' && !isFile && isPage(pathname))
        event.respondWith(storedDocument(event));
      // Of whichever release: these names are those of their contents.
      else if (isFile || pathname.startsWith('/assets/'))
        event.respondWith(storedFile(event.request));
    },
    /** Whether a page with this script would have another one, of this release, if it were loaded anew. */
    async isOutdated(script: string): Promise<boolean> {
      const cache = await caches.open(await cacheName);
      const stored = await cache.match(documentPath, anyVariant);
      return stored !== undefined && !(await stored.text()).includes(script);
    },
  };
}

/** Of any release, where nothing else is to be had: the one that has been taken meanwhile is the last of them. */
async function newestDocument(error: unknown): Promise<Response> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  for (const cacheName of names.reverse()) {
    const stored = await caches.match(documentPath, { cacheName, ...anyVariant });
    if (stored) return stored;
  }
  throw error;
}

/** The same document with another policy is no new release: nothing else would replace what is stored. */
async function renewPolicy(cache: Cache, stored: Response, signal: AbortSignal): Promise<void> {
  const current = await fetch(documentPath, { ...ownReply, signal });
  const found = current.headers.get(policyHeader);
  if (!current.ok || found === null || found === stored.headers.get(policyHeader)) return;
  const isSame = (await current.clone().text()) === (await stored.text());
  if (isSame) await cache.put(documentPath, current);
}

async function nameOf(files: readonly object[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(files));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return `${prefix}${Array.from(digest.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
