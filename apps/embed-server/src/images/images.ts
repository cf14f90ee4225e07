import { fileTypeFromBuffer } from 'file-type';
import { freshness } from '../cache/freshness.js';
import type { ReadThrough } from '../cache/read-through.js';
import { ImageNotFound, ImageRefused } from './images.errors.js';

/** What `?size=` may ask for; without it the largest picture is sent. Nothing is decoded or scaled here. */
export const imageSizes = ['small', 'medium', 'large'] as const;

export type ImageSize = (typeof imageSizes)[number];

/** The bytes at a URL, or `null` when there is nothing. Throws when the upstream fails. */
export type FetchImage = (url: string) => Promise<Buffer | null>;

export interface ProxiedImage {
  readonly body: Buffer;
  readonly type: string;
  /** Seconds. */
  readonly maxAge: number;
}

/**
 * The first of these upstream pictures that is there. The URLs come out of items that this server fetched, never from a
 * client. Throws ImageNotFound, ImageRefused, or the failure of the upstream.
 */
export type ReadImage = (urls: readonly string[]) => Promise<ProxiedImage>;

export function createReadImage(fetchImage: FetchImage, readThrough: ReadThrough): ReadImage {
  async function load(urls: readonly string[]) {
    for (const url of urls) {
      const body = await fetchImage(url);
      if (body === null) continue;
      const about = await imageTypeOf(body);
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

// Raster only: SVG is a document with scripts, and other formats are not shown by browsers.
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/webp', 'image/webp'],
  ['image/gif', 'image/gif'],
  ['image/avif', 'image/avif'],
]);

/** The media type by the bytes, whatever the host calls it; `null` for what browsers do not show or may run. */
async function imageTypeOf(body: Buffer): Promise<string | null> {
  // The first bytes suffice, and a crafted file has little to work on.
  const type = await fileTypeFromBuffer(body.subarray(0, 4100)).catch(() => undefined);
  return mediaTypes.get(type?.mime ?? '') ?? null;
}
