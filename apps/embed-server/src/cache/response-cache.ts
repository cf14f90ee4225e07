import { LRUCache } from 'lru-cache';
import { inTurn, type InTurn } from '../http/event-loop-turns.js';
import { toCacheStatus, type CacheEvent } from '../http/cache-status.js';
import { purgeHeaders } from '../http/purge-names.js';
import type { PreparedReply } from '../http/prepared-reply.js';
import { cacheControl } from '../http/send-prepared.js';
import { isHit, type CacheHit } from './read-through.js';
import type { StoredEntry } from './cache-store.port.js';

// Response cache: finished bytes, in one memory bounded by bytes. Guarantees: nothing leaves from here whose cached copy
// was purged, replaced or has become stale, and ages in headers are those of the moment (ADR 0011).
//
//   request known, every copy of it held and fresh → sent before CORS, validation and the use case run
//   copy known, but stale, or asked for by another URL or origin → use case runs, its bytes are taken from here
//   copy purged, replaced or never seen → use case runs, bytes are made; what hung on the old copy is out of reach

type Headers = Readonly<Record<string, string>>;

export interface Sized {
  /** What it takes of memory. */
  readonly bytes: number;
}

/**
 * Makes a value of a cached copy once, and keeps it while there is room. It hangs on the copy itself, the object that
 * the cache returned, not on its key: it cannot be found for another copy. What is not kept is made in a turn of the event
 * loop that has time for it, unless `when` says otherwise. Throws ServerBusy.
 *
 * @param copy `null` when there is none: then nothing is kept
 * @param variant everything else that the value is made of; it stands for one type of value
 */
export type Memoise = <T extends Sized>(
  copy: object | null,
  variant: string,
  make: () => T,
  when?: InTurn,
) => T | Promise<T>;

/** A reply that a route sent, and what it was made of. */
export interface SentReply {
  readonly prepared: PreparedReply;
  /** Headers beside the reply's own that are the same for every request of this key. */
  readonly headers: Headers;
  /** Seconds. */
  readonly maxAge: number;
  /** All that the cache did for it, in order; nothing for what is always the same. */
  readonly events: readonly CacheEvent[];
}

interface ResponseCacheParts {
  readonly maxBytes: number;
  readonly now: () => number;
  /** The copy that memory holds under a key at this moment. */
  readonly held: (key: string) => StoredEntry | undefined;
  /** Counts the events of a reply that is sent from here. */
  readonly count: (event: CacheEvent) => void;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

/** What is true of a kept reply until one of its seconds is over. */
interface Snapshot {
  readonly events: readonly CacheEvent[];
  readonly headers: Headers;
  readonly from: number;
  readonly until: number;
}

interface KeptReply extends Sized {
  readonly sent: SentReply;
  readonly hits: readonly CacheHit[];
  /** The one for which the reply is good; none where it is made of no copy. */
  readonly limit: CacheHit | undefined;
  snapshot: Snapshot;
}

// What an entry costs beside its bytes: key, objects, list links; of a reply, headers too.
const [overhead, replyOverhead] = [512, 1536];
// Replies that were sent once are remembered by number, so that addresses nobody repeats displace nothing.
const sentOnceKept = 1000;
// Characters; longer addresses are not repeated by anyone but attackers.
const longestKey = 2048;

export function createResponseCache({ maxBytes, now, held, count }: ResponseCacheParts) {
  const entries = new LRUCache<string, Sized>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => overhead + key.length + bytes,
  });
  const sentOnce = new LRUCache<string, WeakRef<PreparedReply>>({ max: sentOnceKept });
  const isHeld = ({ key, entry }: CacheHit) => held(key) === entry;

  function snapshotOf(kept: KeptReply): Snapshot | null {
    const time = now();
    if (time >= kept.snapshot.from && time < kept.snapshot.until) return kept.snapshot;
    const snapshot = describe(kept, time);
    if (snapshot) kept.snapshot = snapshot;
    return snapshot;
  }

  return {
    memoise: createMemoise(entries),
    /** The reply with all headers of this moment. Whoever looks it up sends it: it counts as a hit of the cache. */
    find: (requestKey: string) => {
      const kept = entries.get(requestKey) as KeptReply | undefined;
      if (kept === undefined) return null;
      const snapshot = kept.hits.every(isHeld) ? snapshotOf(kept) : null;
      if (snapshot === null) {
        entries.delete(requestKey);
        return null;
      }
      snapshot.events.forEach(count);
      return { prepared: kept.sent.prepared, headers: snapshot.headers };
    },
    /** Keeps the reply once the same bytes were sent twice for one key. The key holds all that they depend on. */
    store: (requestKey: string, sent: SentReply) => {
      const hits = sent.events.filter(isHit);
      if (requestKey.length > longestKey || hits.length < sent.events.length) return;
      // A reply that is good for as long as none of its items follows a rule that is not known here.
      const limit = hits.find(({ ttl }) => ttl === sent.maxAge);
      const snapshot = describe({ sent, hits, limit }, now());
      if (!snapshot || (hits.length > 0 && !limit)) return;
      if (sentOnce.get(requestKey)?.deref() !== sent.prepared) {
        sentOnce.set(requestKey, new WeakRef(sent.prepared));
        return;
      }
      sentOnce.delete(requestKey);
      const kept: KeptReply = { sent, hits, limit, snapshot, bytes: sizeOf(sent, hits) };
      entries.set(requestKey, kept);
    },
  };
}

function createMemoise(entries: LRUCache<string, Sized>): Memoise {
  // Numbers for copies, so that a key can name one without holding on to it.
  const numbers = new WeakMap<object, number>();
  let count = 0;
  return <T extends Sized>(
    copy: object | null,
    variant: string,
    make: () => T,
    when: InTurn = inTurn,
  ) => {
    if (copy === null) return when(make);
    const number = numbers.get(copy) ?? (count += 1);
    numbers.set(copy, number);
    // No request target starts so.
    const key = `#${number} ${variant}`;
    const find = () => entries.get(key) as T | undefined;
    const makeOnce = () => {
      const made = find() ?? make();
      entries.set(key, made);
      return made;
    };
    return find() ?? when(makeOnce);
  };
}

// With the copies, which stay in memory after the cache has dropped them, until the next look-up.
function sizeOf({ prepared }: SentReply, hits: readonly CacheHit[]): number {
  const bodies = hits.flatMap(({ entry }) => entry.found?.body ?? []);
  const others = bodies.filter((body) => body !== prepared.body);
  return others.reduce((sum, { length }) => sum + length, prepared.bytes + replyOverhead);
}

/** `null` once one of the copies is stale; a reply that is made of none does not age. */
function describe(
  { sent, hits, limit }: Pick<KeptReply, 'sent' | 'hits' | 'limit'>,
  now: number,
): Snapshot | null {
  const { prepared, headers, maxAge } = sent;
  if (hits.some(({ entry }) => entry.freshUntil <= now)) return null;
  const events = hits.map((hit): CacheHit => {
    return { ...hit, collapsed: false, ttl: secondsLeft(hit, now) };
  });
  return {
    events,
    headers: {
      ...headers,
      ...prepared.headers,
      'cache-control': cacheControl(limit ? secondsLeft(limit, now) : maxAge, events),
      ...(events.length === 0
        ? {}
        : { 'cache-status': toCacheStatus(events), ...purgeHeaders(events) }),
    },
    from: now,
    until: Math.min(...events.map(({ entry, ttl }) => entry.freshUntil - (ttl - 1) * 1000)),
  };
}

function secondsLeft({ entry }: CacheHit, now: number): number {
  return Math.ceil((entry.freshUntil - now) / 1000);
}
