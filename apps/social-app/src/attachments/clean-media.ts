import { cleanHeif } from './clean-heif.js';
import { cleanMp4 } from './clean-mp4.js';
import { cleanOgg } from './clean-ogg.js';
import { cleanFlac, cleanTagged, cleanWave } from './clean-sounds.js';
import { cleanWebm } from './clean-webm.js';
import { MalformedMedia, type MediaFacts, type MediaFile } from './media-file.js';
import type { ToldType } from './told-type.js';

const cleaners = new Map<string, (file: MediaFile) => Promise<MediaFacts>>([
  ...['video/mp4', 'video/quicktime', 'video/3gpp', 'audio/mp4'].map(
    (type) => [type, cleanMp4] as const,
  ),
  ...['video/webm', 'video/x-matroska'].map((type) => [type, cleanWebm] as const),
  ...['audio/mpeg', 'audio/aac'].map((type) => [type, cleanTagged] as const),
  ['audio/ogg', cleanOgg],
  ['audio/wav', cleanWave],
  ['audio/flac', cleanFlac],
]);

/**
 * Takes place, device, time and words out of a film or sound, where they lie: what is seen and heard stays as it was sent.
 *
 * @returns null when it is not built as its type says; it may be anything then
 */
export async function cleanMedia({ type }: ToldType, file: MediaFile): Promise<MediaFacts | null> {
  return (await unlessMalformed(() => cleaners.get(type)?.(file))) ?? null;
}

/**
 * The same for a picture of a phone.
 *
 * @returns false when it is not built as its type says; it may be anything then
 */
export async function cleanPhonePicture(file: MediaFile): Promise<boolean> {
  return (await unlessMalformed(() => cleanHeif(file).then(() => true))) ?? false;
}

async function unlessMalformed<T>(clean: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await clean();
  } catch (error) {
    // What is read beyond the end of a part, too.
    if (error instanceof MalformedMedia || error instanceof RangeError) return undefined;
    throw error;
  }
}
