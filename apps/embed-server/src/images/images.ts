import { freshness } from '../cache/freshness.js';
import type { ReadThrough } from '../cache/read-through.js';
import type { FetchImage, TellImageType } from './image-source.port.js';
import { ImageNotFound, ImageRefused } from './images.errors.js';

export interface ProxiedImage {
  readonly body: Buffer;
  readonly type: string;
  /** Seconds. */
  readonly maxAge: number;
}

/**
 * The first of these upstream pictures that is there. The addresses come out of items that this server
 * fetched, never from a client. Throws ImageNotFound, ImageRefused, and what the upstream's failure is.
 */
export type ReadImage = (urls: readonly string[]) => Promise<ProxiedImage>;

/** Addresses, to be kept beside what they were read from. */
export function weigh(urls: readonly string[]) {
  return { urls, bytes: urls.reduce((sum, { length }) => sum + length, 0) };
}

export function createReadImage(
  fetchImage: FetchImage,
  tellType: TellImageType,
  readThrough: ReadThrough,
): ReadImage {
  async function load(urls: readonly string[]) {
    for (const url of urls) {
      const body = await fetchImage(url);
      if (body === null) continue;
      const about = await tellType(body);
      if (about === null) throw new ImageRefused();
      return { body, about };
    }
    return null;
  }

  return async (urls) => {
    const [first] = urls;
    if (first === undefined) throw new ImageNotFound();
    const { found, maxAge } = await readThrough(`image:${first}`, freshness.image, () =>
      load(urls),
    );
    if (found === null) throw new ImageNotFound();
    return { body: found.body, type: found.about, maxAge };
  };
}
