import { createDependencyLog } from '@triptych/logging';
import type { HttpClient } from '@triptych/http-client';
import { createS3Bucket } from '@triptych/object-storage';
import type { ServerOptions } from '@triptych/service-host';
import { postOfThread } from './bluesky/bluesky-threads.js';
import type { ReadBlueskyPost } from './bluesky/bluesky-posts.js';
import type { ReadThrough } from './cache/read-through.js';
import { isOfThread, postKeyOf } from './cache/thread-key.js';
import { keysBeside } from './compose-keys.js';
import { placesOf } from './compose-pictures.js';
import { snapshotBucket, type Config } from './config.js';
import { inNewScope } from './http/request-scope.js';
import type { ReadImage } from './images/images.js';
import { boundStore } from './snapshots/bounded-store.js';
import { measureSnapshots } from './snapshots/metrics.js';
import { createRecheck, recheckPeriod } from './snapshots/recheck.js';
import { createFilesStore } from './snapshots/snapshot-store.files.js';
import type { SnapshotStore } from './snapshots/snapshot-store.port.js';
import { createS3Store } from './snapshots/snapshot-store.s3.js';
import { createSnapshots, type Kept, type Snapshots } from './snapshots/snapshots.js';
import type { ReadStatus } from './statuses/statuses.js';
import type { ReadTweet } from './tweets/tweets.js';

type Host = Pick<ServerOptions, 'metrics' | 'logger'>;

export interface SnapshotWiring {
  readonly cache: {
    readonly readThrough: ReadThrough;
    readonly forget: (key: string) => Promise<boolean>;
  };
  readonly readImage: ReadImage;
  readonly http: HttpClient;
  readonly now: () => number;
}

/** `null`: nothing is kept. */
export function composeSnapshots(config: Config, host: Host, wiring: SnapshotWiring) {
  if (config.SNAPSHOT === 'off') return null;
  const { http, cache, ...parts } = wiring;
  const reports = measureSnapshots(host.metrics, () => snapshots.room.used());
  const works = createDependencyLog(host.logger, 'snapshots', 'posts are shown without them');
  const store = boundStore(createStore(config, http), boundsOf(config), {
    worked: (action) => {
      reports.countCall(action, 'ok');
      works.works();
    },
    failed: (action, error) => {
      reports.countCall(action, 'failed');
      works.failed(error);
    },
  });
  const snapshots: Snapshots = createSnapshots({
    ...parts,
    readThrough: cache.readThrough,
    store,
    follow: config.SNAPSHOT_DELETED === 'follow',
    maxBytes: config.SNAPSHOT_MAX_BYTES,
    itemMaxBytes: config.SNAPSHOT_ITEM_MAX_BYTES,
    keptOf,
    placesOf: (key, post) => placesOf(key)?.(post) ?? [],
    keysBeside: (key, post) => keysBeside(key, post).filter((each) => placesOf(each) !== null),
    inBackground: (work) => inNewScope(config.REQUEST_DEADLINE_MS, work),
    reports,
  });
  return { ...snapshots, store, ...betweenReplicas(snapshots, cache.forget) };
}

/**
 * Replicas whose folders are not shared learn of an erasure as they learn that an item is forgotten: under a key of its own,
 * which says for how long.
 */
function betweenReplicas(snapshots: Snapshots, forget: (key: string) => Promise<boolean>) {
  const [forGood, once] = ['erased:', 'voided:'];
  return {
    erase: async (key: string, isForGood: boolean) => {
      if (placesOf(key) === null) return [];
      await forget((isForGood ? forGood : once) + key);
      return snapshots.erase(key, isForGood);
    },
    /** What a message of another replica says of a key. */
    onForgotten: (key: string) => {
      const prefix = [forGood, once].find((each) => key.startsWith(each));
      if (prefix !== undefined) {
        // It is tried again until the store takes it.
        const erasing = snapshots.erase(key.slice(prefix.length), prefix === forGood);
        void erasing.catch(() => undefined);
        return;
      }
      const kept = keptOf(key);
      if (snapshots.follow && kept !== null) snapshots.withdraw(kept.key);
    },
  };
}

type Composed = NonNullable<ReturnType<typeof composeSnapshots>>;

export interface PostReaders {
  readonly readTweet: ReadTweet;
  readonly readStatus: ReadStatus;
  readonly readBlueskyPost: ReadBlueskyPost;
}

/** Asks for kept posts again from time to time, until it is stopped. */
export function composeRecheck(
  { store, held, room, follow, retryErasures }: Composed,
  { config, now, readers }: { config: Config; now: () => number; readers: PostReaders },
) {
  const reread = (key: string) =>
    inNewScope(config.REQUEST_DEADLINE_MS, () => rereadPost(key, readers));
  const maxBytes = config.SNAPSHOT_ITEM_MAX_BYTES;
  const parts = { store, held, room, now, maxBytes, follow, reread, retryErasures };
  const recheck = createRecheck(parts);
  const timer = setInterval(() => void recheck(), recheckPeriod);
  timer.unref();
  return { recheck, stop: () => clearInterval(timer) };
}

async function rereadPost(key: string, readers: PostReaders): Promise<unknown> {
  const [, kind, id = ''] = /^(\w+):(.*)$/s.exec(key) ?? [];
  if (kind === 'tweet') return readers.readTweet(id);
  if (kind === 'status') return readers.readStatus(id);
  return readers.readBlueskyPost(id);
}

/**
 * Posts alone are kept, so that whoever erases a post erases all that is kept of it. A thread on Bluesky is read without its post:
 * that is kept of it. Where a thread cannot be read, its page shows what is kept of its posts.
 */
function keptOf(key: string): Kept | null {
  if (placesOf(key) !== null) return { key, postOf: (copy) => copy };
  const isThread = key.startsWith('bluesky:') && isOfThread(key);
  return isThread ? { key: postKeyOf(key), postOf: postOfThread } : null;
}

function createStore(config: Config, http: HttpClient): SnapshotStore {
  const bucket = snapshotBucket(config);
  if (bucket === null) return createFilesStore(config.SNAPSHOT_DIR);
  return createS3Store(createS3Bucket(bucket.address, bucket.keys, http, mostPages));
}

/** Of a thousand snapshots each. */
const mostPages = 1000;

/** A file system that hangs holds a thread for each call, and there are four. */
function boundsOf({ SNAPSHOT_S3_URL, REQUEST_DEADLINE_MS }: Config) {
  return {
    places: SNAPSHOT_S3_URL === undefined ? 2 : 16,
    readTimeout: REQUEST_DEADLINE_MS / 4,
    writeTimeout: 10_000,
  };
}
