import { ServiceError } from '@triptych/schemas';
import type { CachedBody } from '../cache/cache-store.port.js';
import type { PicturePlace } from '../images/post-images.js';
import type { ReadImage } from '../images/images.js';
import { checksum } from './checksum.js';
import { readAhead } from './read-ahead.js';
import type { KeptPicture } from './snapshot.js';

export interface CollectParts {
  readonly readImage: ReadImage;
  /** What is kept of the post already. */
  readonly kept: () => Promise<readonly KeptPicture[]>;
}

/**
 * The pictures of a post, in the order of its places, as long as they fit into so many bytes; in place of a larger one a smaller
 * one. Where a host does not give one now, the one that is kept from before.
 */
export async function collectPictures(
  places: readonly PicturePlace[],
  room: number,
  { readImage, kept }: CollectParts,
): Promise<KeptPicture[]> {
  const pictures: KeptPicture[] = [];
  let left = room;
  const large = readAhead(
    places.map(({ urls }) => ({ host: hostOf(urls[0]), read: () => read(readImage, urls) })),
    () => left,
  );
  for (const [at, { place, urls, smaller }] of places.entries()) {
    const from = checksum(urls[0] ?? '');
    const isOfPlace = (one: KeptPicture) => one.place === place && one.from === from;
    const orKept = async (read: Promise<CachedBody | null>): Promise<CachedBody | null> =>
      (await read) ?? (await kept()).find(isOfPlace) ?? null;
    const fits = (picture: CachedBody | null) => picture !== null && picture.body.length <= left;
    const first = await orKept(large(at));
    const picture = first === null || fits(first) ? first : await orKept(read(readImage, smaller));
    if (picture === null || !fits(picture)) continue;
    left -= picture.body.length;
    pictures.push({ place, from, about: picture.about, body: picture.body });
  }
  return pictures;
}

function hostOf(url = ''): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** `null` where there is none for now. */
async function read(readImage: ReadImage, urls: readonly string[]): Promise<CachedBody | null> {
  try {
    const { body, type } = await readImage(urls);
    return { body, about: type };
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}
