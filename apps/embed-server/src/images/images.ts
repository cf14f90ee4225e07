import type { CachedBody } from '../cache/cache-store.port.js';
import { failures, freshness } from '../cache/freshness.js';
import type { ReadThrough, Kind } from '../cache/read-through.js';
import { createRefusals } from '../outbound/refusal-records.js';
import { ImageNotFound, ImageRefused } from './images.errors.js';

/** What `?size=` may ask for; without it the largest picture is sent. Nothing is decoded or scaled here. */
export const imageSizes = ['small', 'medium', 'large'] as const;

export type ImageSize = (typeof imageSizes)[number];

/**
 * The picture at a URL with its media type, or `null` when there is nothing. Throws ImageRefused for what is none, or
 * the failure of the upstream.
 */
export type FetchImage = (url: string) => Promise<CachedBody | null>;

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

const kind: Kind = {
  ...freshness.image,
  absent: freshness.absentImage,
  refusals: createRefusals({
    ...failures,
    lasting: freshness.refusedImage,
    withStatus: true,
    errors: [ImageRefused],
  }),
};

export function createReadImage(fetchImage: FetchImage, readThrough: ReadThrough): ReadImage {
  return async (urls) => {
    for (const url of urls) {
      // One key for one address: what another address of the post leads to proves nothing about this one.
      const { found, maxAge } = await readThrough(`image:${url}`, kind, () => fetchImage(url));
      if (found === null) continue;
      return { body: found.body, type: found.about, maxAge };
    }
    throw new ImageNotFound();
  };
}
