// Stores the files of a release while it is installed (ADR 0042). Guarantees: all of them are stored, or nothing has changed; the
// document is stored only with its policy, and only the one of this release.
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
    const response = known ?? (await fetch(path, { cache: 'no-cache', signal }));
    const isWhole = response.ok && (path !== documentPath || (await isOfRelease(response, paths)));
    if (!isWhole) throw new Error(`${path} cannot be stored`);
    await cache.put(path, response);
  };
  try {
    await Promise.all(files.map((file) => waits.within(fileTime, (signal) => store(file, signal))));
  } catch (error) {
    if (!isInUse) await caches.delete(name);
    throw error;
  }
}

/** While replicas of a server are replaced, one of another release may send it. */
async function isOfRelease(response: Response, paths: ReadonlySet<string>): Promise<boolean> {
  const named = (await response.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  return response.headers.has(policyHeader) && named.every((path) => paths.has(path));
}
