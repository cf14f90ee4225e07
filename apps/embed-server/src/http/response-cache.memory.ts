import { LRUCache } from 'lru-cache';
import type { CacheHit, CacheNote } from '../cache/cache-note.js';
import type { HitsAgain } from '../cache/read-through.js';
import type { Answer } from './reply.js';
import { toCacheStatus } from './cache-status-mapping.js';
import { cacheControl } from './freshness-headers.js';
import type { GivenAnswer, HotAnswers } from './response-cache.port.js';

export interface HotAnswersParts {
  readonly maxBytes: number;
  readonly again: HitsAgain;
  /** Hears what the cache would have told. */
  readonly count: (note: CacheNote) => void;
}

/** What is true of a kept answer until one of its seconds is over. */
interface Moment {
  readonly notes: readonly CacheNote[];
  readonly headers: Readonly<Record<string, string>>;
  readonly from: number;
  readonly until: number;
}

interface Kept {
  readonly given: GivenAnswer;
  moment: Moment;
}

// What an entry costs beside its bytes: key, objects, headers, list links.
const overhead = 2048;
const mostSeen = 1000;
// Characters; nobody who means well repeats a longer one.
const longestName = 2048;

/** Bounded by bytes, and by number what was seen but once: addresses that nobody repeats displace nothing. */
export function createHotAnswers({ maxBytes, again, count }: HotAnswersParts): HotAnswers {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ given }, name) => overhead + name.length + weigh(given),
  });
  const seen = new LRUCache<string, WeakRef<Answer>>({ max: mostSeen });

  function momentOf(one: Kept): Moment | null {
    const now = again.now();
    if (now >= one.moment.from && now < one.moment.until) return one.moment;
    const moment = describe(one.given, again, now);
    if (moment) one.moment = moment;
    return moment;
  }

  return {
    find: (name) => {
      const one = kept.get(name);
      if (one === undefined) return null;
      const moment = one.given.hits.every(again.isHeld) ? momentOf(one) : null;
      if (moment === null) {
        kept.delete(name);
        return null;
      }
      moment.notes.forEach(count);
      return { answer: one.given.answer, headers: moment.headers };
    },
    offer: (name, given) => {
      if (name.length > longestName) return;
      const moment = describe(given, again, again.now());
      if (moment === null) return;
      // What lasts for other than its last item does follows a rule that is not known here.
      const last = moment.notes.at(-1);
      if (last !== undefined && last.ttl !== given.maxAge) return;
      if (seen.get(name)?.deref() !== given.answer) {
        seen.set(name, new WeakRef(given.answer));
        return;
      }
      seen.delete(name);
      kept.set(name, { given, moment });
    },
  };
}

/** With the copies, which are held on to after the cache has let go of them, until somebody asks. */
function weigh({ answer, hits }: GivenAnswer): number {
  const bodies = hits.flatMap(({ entry }) => entry.found?.body ?? []);
  const others = bodies.filter((body) => body !== answer.body);
  return others.reduce((sum, { length }) => sum + length, answer.bytes);
}

/** `null` once one of the copies is no longer fresh; what is made of none stays as it is. */
function describe({ answer, headers, hits, maxAge }: GivenAnswer, again: HitsAgain, now: number) {
  if (hits.some(({ entry }) => entry.freshUntil <= now)) return null;
  const notes = hits.map((hit) => again.tell(hit, now));
  const told = {
    ...headers,
    ...answer.headers,
    'cache-control': cacheControl(notes.at(-1)?.ttl ?? maxAge, notes),
    ...(notes.length === 0 ? {} : { 'cache-status': toCacheStatus(notes) }),
  };
  return { notes, headers: told, from: now, until: Math.min(...hits.map(endOfSecond(notes))) };
}

function endOfSecond(notes: readonly CacheNote[]) {
  return ({ entry }: CacheHit, n: number) => entry.freshUntil - ((notes[n]?.ttl ?? 1) - 1) * 1000;
}
