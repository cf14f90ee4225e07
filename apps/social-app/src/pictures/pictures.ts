import { pictureVersion } from '../people/picture-address.js';
import { PictureNotFound } from './pictures.errors.js';

const hour = 60 * 60 * 1000;
/** How often a picture that could not be had is tried again after a sign-in. */
const retries = 2;
/** People whose picture is to be fetched later; more wait for their next sign-in. */
const mostWaiting = 10_000;

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

export interface PicturesDependencies {
  readonly store: PictureStore;
  /** Where the provider keeps the present picture; null when there is none, or no such person. */
  readonly findSource: (personId: string) => Promise<string | null>;
  readonly load: LoadPicture;
  readonly onError: (error: unknown) => void;
}

/** The picture at this address, redrawn; null when it cannot be had now. */
export type LoadPicture = (source: string) => Promise<Uint8Array | null>;

export type Pictures = ReturnType<typeof createPictures>;

/**
 * Pictures of people (ADR 0039). A host must not learn that somebody looks: a picture is fetched when its person signs
 * in, or, when that was under a release that did not, at some moment of the hour after somebody first looked.
 *
 *   the present picture | refresh (a sign-in)                 | read
 *   --------------------|-------------------------------------|--------------------------------
 *   is kept             | nothing                             | 200
 *   tried within an hour| nothing                             | 404
 *   tried before that   | fetched; the outcome is kept        | 404
 *   never tried         | the same                            | 404, and refreshed within an hour
 *   could not be had    | again one to two hours later, twice | 404
 */
export function createPictures({ store, findSource, load, onError }: PicturesDependencies) {
  const underWay = new Map<string, Promise<void>>();
  const later = createDelays((personId, triesLeft) => void refresh(personId, triesLeft));
  let isClosed = false;

  /** Whether another attempt is of no use. */
  async function fetchPresent(personId: string): Promise<boolean> {
    const source = await findSource(personId);
    if (source === null) return true;
    const version = pictureVersion(personId, source);
    const kept = await store.find(personId, version);
    if (kept?.bytes || (kept && Date.now() - kept.triedAt.getTime() < hour)) return true;
    const bytes = await load(source);
    if (!isClosed) await store.keep(personId, version, bytes);
    return bytes !== null;
  }

  async function attempt(personId: string, triesLeft: number): Promise<void> {
    try {
      if (isClosed || (await fetchPresent(personId))) return;
    } catch (error) {
      onError(error);
    }
    if (triesLeft > 0) later.start(personId, hour * (1 + Math.random()), triesLeft - 1);
  }

  /** Of one person one after another, since each may have another picture. */
  async function refresh(personId: string, triesLeft = retries): Promise<void> {
    const before = underWay.get(personId) ?? Promise.resolve();
    const mine = before.then(() => attempt(personId, triesLeft));
    underWay.set(personId, mine);
    await mine;
    if (underWay.get(personId) === mine) underWay.delete(personId);
  }

  return {
    /** After a sign-in: fetches the picture that the provider names by now. Never rejects. */
    refresh: (personId: string) => refresh(personId),
    /** Throws PictureNotFound. */
    async read(personId: string, version: string): Promise<Uint8Array> {
      const kept = await store.find(personId, version);
      if (!kept) later.start(personId, hour * Math.random(), 0);
      if (!kept?.bytes) throw new PictureNotFound();
      return kept.bytes;
    },
    /** What is under way is waited for; nothing begins any more. */
    close: async (): Promise<void> => {
      isClosed = true;
      later.close();
      await Promise.all(underWay.values());
    },
  };
}

/** One start for each person, which a process that ends forgets. */
function createDelays(run: (personId: string, triesLeft: number) => void) {
  const waiting = new Map<string, NodeJS.Timeout>();
  let isClosed = false;
  return {
    start(personId: string, delay: number, triesLeft: number): void {
      if (isClosed || waiting.has(personId) || waiting.size >= mostWaiting) return;
      const begin = () => {
        waiting.delete(personId);
        run(personId, triesLeft);
      };
      waiting.set(personId, setTimeout(begin, delay).unref());
    },
    close(): void {
      isClosed = true;
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}
