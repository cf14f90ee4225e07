import type { TweetSource as SourceName } from './tweet.js';

/** One upstream's own answer about a tweet; `tweet-mapping.ts` reads it. */
export interface RawTweet {
  readonly source: SourceName;
  readonly body: unknown;
  /** The text is cut, and a source that knows long posts has the rest. */
  readonly isCut: boolean;
}

/**
 * `absent`: the source does not know it, which X's public sources also say when they do not like us.
 * `withheld`: X knows it and shows it to nobody here: deleted, private, or for adults.
 */
export type SourceAnswer = RawTweet | 'absent' | 'withheld';

export interface TweetSource {
  readonly name: SourceName;
  /** Its word about what exists is final. */
  readonly authoritative: boolean;
  fetch(id: string): Promise<SourceAnswer>;
}
