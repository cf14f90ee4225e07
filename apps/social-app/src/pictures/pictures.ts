import { pictureVersion } from '../people/picture-address.js';
import { PictureNotFound } from './pictures.errors.js';

/** Milliseconds after which a picture that could not be had is tried again. */
const retryAfter = 60 * 60 * 1000;

export interface Picture {
  /** Null: it could not be had at that time. */
  readonly bytes: Uint8Array | null;
  readonly triedAt: Date;
}

export interface PictureStore {
  find(personId: string, version: string): Promise<Picture | null>;
  /** Of one person the newest few are kept. A person who is gone by now has no picture to keep. */
  keep(personId: string, version: string, bytes: Uint8Array | null): Promise<void>;
}

/** Where the provider keeps the present picture; null when there is none, or no such person. */
export type FindSource = (personId: string) => Promise<string | null>;

/** The picture at this address, redrawn; null when its host does not serve one. Throws PicturesBusy. */
export type LoadPicture = (source: string) => Promise<Uint8Array | null>;

export type Pictures = ReturnType<typeof createPictures>;

/**
 * Pictures of people, fetched once each, when somebody first looks (ADR 0039).
 *
 *   in the table       | in the process | a request
 *   -------------------|----------------|-----------------------------------------------------------
 *   bytes              |                | 200
 *   none, tried lately |                | 404
 *   none, or no row    | being loaded   | waits for that
 *   none, or no row    |                | loads it if it is the present one, keeps the outcome; else 404
 */
export function createPictures(store: PictureStore, findSource: FindSource, load: LoadPicture) {
  const loading = new Map<string, Promise<Uint8Array | null>>();

  async function fetchOnce(personId: string, version: string): Promise<Uint8Array | null> {
    const source = await findSource(personId);
    if (source === null || pictureVersion(personId, source) !== version) return null;
    const bytes = await load(source);
    await store.keep(personId, version, bytes);
    return bytes;
  }

  function shareLoading(personId: string, version: string): Promise<Uint8Array | null> {
    const key = `${personId}/${version}`;
    const under = loading.get(key);
    if (under) return under;
    const started = fetchOnce(personId, version).finally(() => loading.delete(key));
    loading.set(key, started);
    return started;
  }

  return {
    /** Throws PictureNotFound and PicturesBusy. */
    async read(personId: string, version: string): Promise<Uint8Array> {
      const kept = await store.find(personId, version);
      const isDue = !kept || Date.now() - kept.triedAt.getTime() > retryAfter;
      const bytes = kept?.bytes ?? (isDue ? await shareLoading(personId, version) : null);
      if (!bytes) throw new PictureNotFound();
      return bytes;
    },
  };
}
