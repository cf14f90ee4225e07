// Who presents a key. Guarantees: in the steady state a request costs no statement; a stored key that has ended is refused
// at every replica within `longest`, however the database does; one that was made a moment ago is valid everywhere at once.
//   unknown → read, and waited for          each time: nothing is kept of what is no key
//   fresh   → believed
//   ageing  → believed, and read again behind
//   old     → read, and waited for; while the database is away the request fails
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Log } from '@triptych/logging';
import { listOf } from '@triptych/service-host';
import { type Caller, hashOf, isSecret, type Scope, scopes } from './api-key.js';

export interface ApiKeys {
  /** Null: it is none of the keys, or one that has ended. */
  recognise(presented: string): Promise<Caller | null>;
  /** Whom this key was of when it was last read, without asking the database. */
  remember(presented: string): Caller | null;
}

export interface KeyLookup {
  /** Null: there is no such key, or it has ended. */
  find(hash: string): Promise<FoundKey | null>;
  /** Stores that the key is used now, unless that was stored within the last minute. */
  noteUse(id: string): Promise<void>;
}

export interface FoundKey {
  readonly id: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds until its end; null: it has none. */
  readonly left: number | null;
}

/** Milliseconds for which a key that was read is believed. */
export const age = { fresh: 2_000, longest: 5_000 } as const;
const useNotedEvery = 60_000;

interface Known {
  readonly caller: Caller;
  /** When the reading began, and when the key ends. */
  readonly readAt: number;
  readonly endsAt: number;
  isRead: boolean;
}

/**
 * @param list keys of the environment, between commas or white space; each is valid for everything
 * @param now milliseconds of a clock that only goes forward
 */
export function createApiKeys(
  list: string,
  stored: KeyLookup,
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
): ApiKeys {
  const ofEnvironment = keysOfEnvironment(list);
  const read = createKnownKeys(stored, now);
  const usedAt = new Map<string, number>();
  const noteUse = ({ id }: Caller) => {
    if (now() - (usedAt.get(id) ?? -Infinity) < useNotedEvery) return;
    usedAt.set(id, now());
    stored.noteUse(id).catch(() => log.warn('the use of an API key was not noted'));
  };
  return {
    async recognise(presented) {
      const caller = ofEnvironment(presented);
      if (caller !== null || !isSecret(presented)) return caller;
      const entry = await read.find(hashOf(presented));
      if (entry === undefined || entry.endsAt <= now()) return null;
      noteUse(entry.caller);
      return entry.caller;
    },
    remember(presented) {
      const caller = ofEnvironment(presented);
      if (caller !== null || !isSecret(presented)) return caller;
      return read.last(hashOf(presented))?.caller ?? null;
    },
  };
}

/** The stored keys that were read, by their hashes; only those that exist. */
function createKnownKeys(stored: KeyLookup, now: () => number) {
  const known = new Map<string, Known>();

  async function read(hash: string): Promise<Known | undefined> {
    const readAt = now();
    const found = await stored.find(hash);
    const before = known.get(hash);
    // Of two that overlap, the one that began later knows more.
    if (before !== undefined && before.readAt > readAt) return before;
    known.delete(hash);
    if (found === null) return undefined;
    const { id, left } = found;
    const entry = {
      caller: { id, key: id, scopes: found.scopes },
      readAt,
      endsAt: left === null ? Infinity : readAt + left,
      isRead: false,
    };
    known.set(hash, entry);
    return entry;
  }

  function readBehind(hash: string, entry: Known): void {
    if (entry.isRead) return;
    entry.isRead = true;
    read(hash).catch(() => {
      entry.isRead = false;
    });
  }

  return {
    async find(hash: string): Promise<Known | undefined> {
      const entry = known.get(hash);
      const passed = now() - (entry?.readAt ?? -Infinity);
      if (entry === undefined || passed > age.longest) return read(hash);
      if (passed > age.fresh) readBehind(hash, entry);
      return entry;
    },
    last: (hash: string) => known.get(hash),
  };
}

function keysOfEnvironment(list: string): (presented: string) => Caller | null {
  const digests = listOf(list).map(digest);
  return (presented) => {
    const digested = digest(presented);
    // All are compared, as digests of one length, so that the time does not reveal how close a guess was.
    const [match] = digests.filter((each) => timingSafeEqual(each, digested));
    if (match === undefined) return null;
    const id = digest(match.toString('hex')).toString('hex').slice(0, 16);
    return { id, key: 'environment', scopes };
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
