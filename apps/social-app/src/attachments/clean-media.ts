import { cleanHeif } from './clean-heif.js';
import { cleanMp4 } from './clean-mp4.js';
import { cleanOgg } from './clean-ogg.js';
import { cleanFlac, cleanTagged, cleanWave } from './clean-sounds.js';
import { cleanWebm } from './clean-webm.js';
import { isMalformed, type MediaFacts, type MediaFile } from './media-file.js';
import { PendingChanges } from './pending-changes.js';
import type { ToldType } from './told-type.js';

const cleaners = new Map<string, (file: MediaFile) => Promise<MediaFacts>>([
  ...['video/mp4', 'video/quicktime', 'video/3gpp', 'audio/mp4'].map(
    (type) => [type, cleanMp4] as const,
  ),
  ...['video/webm', 'video/x-matroska'].map((type) => [type, cleanWebm] as const),
  ...['audio/mpeg', 'audio/aac'].map((type) => [type, cleanTagged] as const),
  ...['audio/ogg', 'video/ogg'].map((type) => [type, cleanOgg] as const),
  ['audio/wav', cleanWave],
  ['audio/flac', cleanFlac],
]);

/**
 * Takes place, device, time and words out of a film or sound, where they lie: what is seen and heard stays as it was sent.
 *
 * @returns null when it is not built as its type says; it may be anything then, and stays as it is
 */
export async function cleanMedia({ type }: ToldType, file: MediaFile): Promise<MediaFacts | null> {
  const clean = cleaners.get(type);
  return clean ? unlessMalformed(file, clean) : null;
}

/**
 * The same for a picture of a phone.
 *
 * @returns false when it is not built as its type says; it may be anything then, and stays as it is
 */
export async function cleanPhonePicture(file: MediaFile): Promise<boolean> {
  const found = await unlessMalformed(file, (each) => cleanHeif(each).then(() => true));
  return found ?? false;
}

async function unlessMalformed<T>(
  file: MediaFile,
  clean: (file: MediaFile) => Promise<T>,
): Promise<T | null> {
  const changes = new PendingChanges(file);
  try {
    const found = await clean(changes);
    await changes.make();
    return found;
  } catch (error) {
    if (isMalformed(error)) return null;
    throw error;
  }
}
