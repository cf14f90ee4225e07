import type { CacheHit } from '../cache/cache-note.js';
import type { Answer } from './reply.js';

type Headers = Readonly<Record<string, string>>;

/** An answer that the ordinary way gave, and what it was made of. */
export interface GivenAnswer {
  readonly answer: Answer;
  /** Headers beside the answer's own that are the same for every request of this name. */
  readonly headers: Headers;
  /** Seconds. */
  readonly maxAge: number;
  /** All that the cache was asked for, in order; nothing for what is the same for ever. */
  readonly hits: readonly CacheHit[];
}

/**
 * Answers that are asked for again and again, ready to leave. The name of one holds all of the request that it depends
 * on. One is found only while every copy that it is made of is held and fresh, so that nothing which was purged,
 * replaced or has grown old is ever served from here.
 */
export interface HotAnswers {
  /** With all headers for this moment. Whoever asks serves it: it counts as an answer of the cache. */
  find(name: string): { readonly answer: Answer; readonly headers: Headers } | null;
  /** Keeps the answer once the same one was given twice. */
  offer(name: string, given: GivenAnswer): void;
}
