// The client's files on this device (ADR 0042). Guarantees: a page never mixes two releases; the document is stored only
// with its policy, and with the one that the server has today; a tab of the release before finds its files until it has moved.
//   installing → every file is in a cache of its own release · one that cannot be had ends it, and nothing has changed
//   waiting    → the release before serves all tabs, until one of them takes the new one, or all are closed
//   active     → documents and files come from its cache; that of the release before is kept, older ones are dropped

export interface FileEntry {
  readonly url: string;
  /** Null where the name itself has a hash of the content. */
  readonly revision: string | null;
}

const prefix = 'files-';
const document = '/index.html';
const policy = 'content-security-policy';
/** These come from the server: sign-in, the API and its documents. */
const notPages = /^\/(api\/|docs|openapi\.json$)/;
export const isPage = (path: string) => !notPages.test(path);
// The server varies by the encodings of a browser, of which a worker knows nothing.
const anyVariant = { ignoreVary: true };

export function createFiles(entries: readonly FileEntry[]) {
  const files = entries.map(({ url, revision }) => ({
    path: new URL(url, location.origin).pathname,
    revision,
  }));
  const paths = new Set(files.map(({ path }) => path));
  const cacheName = nameOf(files);

  async function storeFile(cache: Cache, { path, revision }: (typeof files)[number]) {
    const known = revision === null ? await caches.match(path, anyVariant) : undefined;
    const response = known ?? (await fetch(path, { cache: 'no-cache' }));
    const isWhole = response.ok && (path !== document || response.headers.has(policy));
    if (!isWhole) throw new Error(`${path} cannot be stored`);
    await cache.put(path, response);
  }

  async function storedDocument(event: FetchEvent): Promise<Response> {
    const cache = await caches.open(await cacheName);
    const stored = await cache.match(document, anyVariant);
    // A browser that is short of space drops what is stored.
    if (!stored) return fetch(event.request);
    event.waitUntil(renewPolicy(cache, stored.clone()).catch(() => {}));
    return stored;
  }

  return {
    async store(): Promise<void> {
      const name = await cacheName;
      const cache = await caches.open(name);
      try {
        await Promise.all(files.map((file) => storeFile(cache, file)));
      } catch (error) {
        await caches.delete(name);
        throw error;
      }
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
      const isFile = paths.has(pathname) && pathname !== document;
      if (mode === 'navigate' && !isFile && isPage(pathname))
        event.respondWith(storedDocument(event));
      // Of whichever release: these names are those of their contents.
      else if (isFile || pathname.startsWith('/assets/'))
        event.respondWith(storedFile(event.request, cacheName));
    },
  };
}

async function storedFile(request: Request, cacheName: Promise<string>): Promise<Response> {
  const cache = await caches.open(await cacheName);
  const stored =
    (await cache.match(request, anyVariant)) ?? (await caches.match(request, anyVariant));
  return stored ?? fetch(request);
}

/** The same document with another policy is no new release: nothing else would replace what is stored. */
async function renewPolicy(cache: Cache, stored: Response): Promise<void> {
  const current = await fetch(document, { cache: 'no-cache' });
  const found = current.headers.get(policy);
  if (!current.ok || found === null || found === stored.headers.get(policy)) return;
  const isSame = (await current.clone().text()) === (await stored.text());
  if (isSame) await cache.put(document, current);
}

async function nameOf(files: readonly object[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(files));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return `${prefix}${Array.from(digest.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
