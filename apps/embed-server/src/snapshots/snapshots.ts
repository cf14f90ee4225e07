import { ServiceError } from '@triptych/schemas';
import type { CacheResult, Load, ReadThrough } from '../cache/read-through.js';
import { currentScope } from '../http/request-scope.js';
import { ServerBusy } from '../http/server-busy.errors.js';
import type { PicturePlace } from '../images/post-images.js';
import type { CachedBody } from '../cache/cache-store.port.js';
import { collectPictures } from './collect-pictures.js';
import { createErasures } from './erasures.js';
import { createHeldSnapshots } from './held-snapshots.js';
import { createKeepSnapshots, type KeepOutcome, type Offer } from './keep-snapshots.js';
import type { ReadImage } from '../images/images.js';
import type { Snapshot } from './snapshot.js';
import type { SnapshotStore } from './snapshot-store.port.js';
import { createStoreRoom } from './store-room.js';

// Snapshots: what a post was when its upstream last gave it (ADR 0075). Guarantees: one is shown only where the cache has
// nothing and the upstream fails, or, if `follow` is not set, says that the post is gone; never of a post that was not read
// before, or that may not be shown to everybody.
//
//   the upstream       the cache          what is shown
//   gives the post     keeps it           the post; a snapshot of it is kept behind the reply
//   gives it without   keeps it for a     the post; a snapshot of it is kept where there is none, and replaces none
//   what failed        moment
//   fails              has an old copy    the old copy
//   fails              has none           the snapshot, marked as one; else the failure
//   says it is gone    forgets it         `follow`: nothing, and the snapshot is erased; else the snapshot, marked as one
//   withholds it       forgets it         nothing, and the snapshot is erased

/** What is kept of what is read under a key. */
export interface Kept {
  /** Under which it is kept: the same, or that of the post of a thread. */
  readonly key: string;
  /** The post, of what was read. */
  readonly postOf: (copy: CachedBody) => CachedBody;
}

/** Which snapshots are shown, by why. */
export type ShownBecause = 'failing' | 'gone';

export interface SnapshotReports {
  readonly countKept: (outcome: KeepOutcome) => void;
  readonly countShown: (because: ShownBecause) => void;
  readonly countForeign: () => void;
}

export interface SnapshotParts {
  readonly store: SnapshotStore;
  readonly readThrough: ReadThrough;
  readonly now: () => number;
  /** Whether a post that is gone upstream is gone here. */
  readonly follow: boolean;
  /** Of all snapshots together, and of one. */
  readonly maxBytes: number;
  readonly itemMaxBytes: number;
  /** `null`: nothing. */
  readonly keptOf: (key: string) => Kept | null;
  /** The pictures of a post that is kept. Throws where it is none. */
  readonly placesOf: (key: string, post: CachedBody) => readonly PicturePlace[];
  readonly keysBeside: (key: string, post: CachedBody | null) => readonly string[];
  readonly readImage: ReadImage;
  /** Runs what no request waits for, outside the context of the request that caused it. */
  readonly inBackground: <T>(work: () => Promise<T>) => Promise<T>;
  readonly reports: SnapshotReports;
}

export type Snapshots = ReturnType<typeof createSnapshots>;

// Seconds for which a reply made of a snapshot may be used: what is erased here is gone elsewhere within a minute, too.
const shownFor = 30;

export function createSnapshots(parts: SnapshotParts) {
  const { store, now, follow, keptOf, placesOf, keysBeside, readImage, inBackground, reports } =
    parts;
  const held = createHeldSnapshots({
    store,
    now,
    maxBytes: parts.itemMaxBytes,
    isReadable: ({ key, post }) => {
      try {
        placesOf(key, post);
        return true;
      } catch {
        return false;
      }
    },
    onForeign: reports.countForeign,
  });
  const room = createStoreRoom(store, parts.maxBytes);
  const running = new Set<Promise<void>>();
  const keeper = createKeepSnapshots({
    store,
    held,
    room,
    maxBytes: parts.itemMaxBytes,
    erasures: () => erasures,
    collect,
    count: reports.countKept,
  });
  const { isPending } = keeper;
  const erasures = createErasures({ store, held, now, keysBeside, isPending });

  async function collect({ key, post }: Offer, left: number) {
    const places = placesOf(key, post);
    const kept = async () => (await held.lookUp(key))?.pictures ?? [];
    return inBackground(() => collectPictures(places, left, { readImage, kept }));
  }

  async function isKept(key: string): Promise<boolean> {
    const snapshot = await held.lookUp(key).catch(() => null);
    return snapshot !== null && !erasures.isVoid(key, snapshot.takenAt);
  }

  function withdraw(key: string): void {
    const done = erasures.withdraw(key).finally(() => running.delete(done));
    running.add(done);
  }

  const reporting =
    ({ key, postOf }: Kept, load: Load): Load =>
    async (report) => {
      const takenAt = now();
      let isWithheld = false;
      let isWorthKeeping: boolean | null = null;
      const doubts: unknown[] = [];
      const found = await load({
        withheld: () => {
          isWithheld = true;
          report.withheld();
        },
        doubtful: (failure) => {
          doubts.push(failure);
          report.doubtful(failure);
        },
        incomplete: (isWorth) => {
          isWorthKeeping = isWorth && isWorthKeeping !== false;
          report.incomplete(isWorth);
        },
      });
      // Who may have been refused for another reason does not make a post go away that was there.
      if (found === null && doubts.length > 0 && (await isKept(key))) throw doubts[0];
      if (isWithheld || (found === null && follow)) withdraw(key);
      else if (
        found !== null &&
        (isWorthKeeping === null || (isWorthKeeping && !(await isKept(key))))
      )
        keeper.offer({ key, post: postOf(found), takenAt });
      return found;
    };

  /** `null` when there is none to show. A store that is away has none. */
  async function show(key: string, because: ShownBecause): Promise<CacheResult | null> {
    const snapshot = await held.lookUp(key).catch(() => null);
    if (snapshot === null || erasures.isVoid(key, snapshot.takenAt)) return null;
    const { takenAt, post } = snapshot;
    const scope = currentScope();
    if (scope) scope.snapshotTakenAt = takenAt;
    reports.countShown(because);
    const picture = (place: string) => pictureOf(snapshot, place);
    const isGone = because === 'gone';
    return { found: post, maxAge: shownFor, snapshot: { takenAt, isGone, picture } };
  }

  const readThrough: ReadThrough = async (key, kind, load) => {
    const kept = keptOf(key);
    if (kept === null) return parts.readThrough(key, kind, load);
    const reading = parts.readThrough(key, kind, reporting(kept, load));
    // Of a thread its post is shown, by whoever reads that in place of the thread.
    if (kept.key !== key) return reading;
    const result = await reading.catch(async (error: unknown) => {
      const shown = isOfUpstream(error) ? await show(key, 'failing') : null;
      if (shown === null) throw error;
      return shown;
    });
    if (result.found !== null || follow) return result;
    return (await show(key, 'gone')) ?? result;
  };

  return {
    readThrough,
    held,
    room,
    follow,
    /** Somebody asks that what is kept be erased: `isForGood`, and that nothing be kept again. Throws what the store throws. */
    erase: erasures.erase,
    /** Another replica learned that the post is gone. */
    withdraw,
    retryErasures: erasures.retryAll,
    /** Resolves when nothing is being kept or erased. */
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
      await keeper.settled();
    },
    /** Ends what waits, and resolves when what runs has ended. */
    close: async () => {
      erasures.close();
      await keeper.close();
    },
  };
}

function pictureOf({ pictures }: Snapshot, place: string): CachedBody | null {
  return pictures.find((picture) => picture.place === place) ?? null;
}

/** As opposed to what is said of the post, and to what this server has no time for. */
function isOfUpstream(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.code === ServerBusy.code) return false;
  return !['not-found', 'forbidden', 'gone'].includes(error.kind);
}
