// Stores the files of a release while it is installed (ADR 0042). Guarantees: all of them are stored, or nothing has changed; the
// document is stored only with its policy, and only the one of this release; what a filter or a proxy has put in the place of a
// file is not stored, and a copy of it that is here is not taken over.
import type { Waits } from './waits.js';

export interface ReleaseFile {
  readonly path: string;
  /** Null where the name itself has a hash of the content. */
  readonly revision: string | null;
}

export const documentPath = '/index.html';
export const policyHeader = 'content-security-policy';
// The server varies by the encodings of a browser, of which a worker knows nothing.
export const anyVariant = { ignoreVary: true };

/** No browser opens a stored document to which it was redirected. */
export const ownReply = { cache: 'no-cache', redirect: 'error' } as const;

/** Of one file. A network that says nothing would else keep a later release away. Milliseconds. */
const fileTime = 4 * 60_000;

export async function storeRelease(
  name: string,
  files: readonly ReleaseFile[],
  waits: Waits,
): Promise<void> {
  // A release that changes the worker alone has the files of the one before, which serves them from there.
  const isInUse = await caches.has(name);
  const cache = await caches.open(name);
  const paths = new Set(files.map(({ path }) => path));
  const store = async ({ path, revision }: ReleaseFile, signal: AbortSignal) => {
    const known = revision === null ? await caches.match(path, anyVariant) : undefined;
    if (known && (await isFile(path, known))) return cache.put(path, known);
    const response = await fetch(path, { ...ownReply, signal });
    const isWhole = await isFile(path, response);
    if (!isWhole || (path === documentPath && !(await isOfRelease(response, paths))))
      throw new Error(`${path} cannot be stored`);
    await cache.put(path, response);
  };
  try {
    await Promise.all(files.map((file) => waits.within(fileTime, (signal) => store(file, signal))));
  } catch (error) {
    if (!isInUse) await caches.delete(name);
    throw error;
  }
}

/** Whether it can be this file. A page says as well that all is well, and of a name with a hash it would stay for good. */
async function isFile(path: string, response: Response): Promise<boolean> {
  const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
  if (!response.ok || response.redirected || isPage !== (path === documentPath)) return false;
  // Fails where it is cut off. No file of a release is empty.
  return (await response.clone().blob()).size > 0;
}

/** While replicas of a server are replaced, one of another release may send it. */
async function isOfRelease(response: Response, paths: ReadonlySet<string>): Promise<boolean> {
  const named = (await response.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  const isOurs = named.length > 0 && named.every((path) => paths.has(path));
  return isOurs && response.headers.has(policyHeader);
}
