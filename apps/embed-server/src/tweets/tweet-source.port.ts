import type { TweetSource as SourceName } from './tweet.js';

/** What a source sent; `toTweet` reads it. */
export interface TweetBody {
  readonly source: SourceName;
  readonly body: unknown;
}

export interface RawTweet extends TweetBody {
  /** The text is cut, and a source that knows long posts has the rest. */
  readonly isCut: boolean;
}

/**
 * `absent`: the source does not know it, which X's public sources also say when they do not like us.
 * `withheld`: X knows it and shows it to nobody here: deleted, private, or for adults.
 */
export type SourceReply = RawTweet | 'absent' | 'withheld';

export interface TweetSource {
  readonly name: SourceName;
  /** Its word about what exists is final. */
  readonly authoritative: boolean;
  fetch(id: string): Promise<SourceReply>;
}
