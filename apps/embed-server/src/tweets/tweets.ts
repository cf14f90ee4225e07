import type { CachedBody } from '../cache/cache-store.port.js';
import type { Found } from '../cache/found.js';
import { failures, freshness } from '../cache/freshness.js';
import type { Kind, LoadReport, MaxWait, ReadThrough } from '../cache/read-through.js';
import { createRefusals } from '../outbound/refusal-records.js';
import { UpstreamBroken } from '../outbound/upstream.errors.js';
import { fromApi } from './api-mapping.js';
import { fromOembed } from './oembed-mapping.js';
import { fromSyndication } from './syndication-mapping.js';
import type { RawTweet, TweetBody, TweetSource } from './tweet-source.port.js';
import type { Tweet, TweetSource as SourceName } from './tweet.js';
import { TweetNotFound } from './tweets.errors.js';

export interface FoundTweet extends Found<Tweet> {
  readonly copy: CachedBody;
  /** What the source sent; parsed anew at each call. */
  readonly raw: () => TweetBody;
}

/** `maxWait`: by default until X replies or fails. Throws TweetNotFound. */
export type ReadTweet = (id: string, maxWait?: MaxWait) => Promise<FoundTweet>;

const kind: Kind = {
  ...freshness.post,
  refusals: createRefusals({ ...failures, lasting: freshness.refused }),
};

/** Asks the sources in the given order, behind the cache. Throws TweetNotFound. */
export function createReadTweet(
  sources: readonly TweetSource[],
  readThrough: ReadThrough,
): ReadTweet {
  return async (id, maxWait) => {
    // Ids are 64 bits: a longer one cannot exist and need not be asked for.
    if (id.length > 19) throw new TweetNotFound();
    const load = async (report: LoadReport) => {
      const raw = await askInTurn(sources, id, report);
      return raw && { about: raw.source, body: Buffer.from(JSON.stringify(raw.body)) };
    };
    const { found, maxAge, snapshot } = await readThrough(
      `tweet:${id}`,
      { ...kind, maxWait },
      load,
    );
    if (found === null) throw new TweetNotFound();
    const raw = () => parse(found);
    return { copy: found, raw, value: () => toTweet(raw()), maxAge, snapshot };
  };
}

/** What the cache holds of a tweet. */
export function tweetOfCopy(copy: CachedBody): Tweet {
  const tweet = toTweet(parse(copy));
  if (tweet.id === '') throw new UpstreamBroken('a copy without a tweet');
  return tweet;
}

function parse({ about, body }: CachedBody): TweetBody {
  return { source: about as SourceName, body: JSON.parse(body.toString()) as unknown };
}

const mappings = {
  syndication: fromSyndication,
  api: fromApi,
  oembed: fromOembed,
} satisfies Record<SourceName, (body: unknown) => Tweet>;

export function toTweet({ source, body }: TweetBody): Tweet {
  return mappings[source](body);
}

async function askInTurn(
  sources: readonly TweetSource[],
  id: string,
  report: LoadReport,
): Promise<RawTweet | null> {
  const failures: unknown[] = [];
  let withheld = false;
  let cut: RawTweet | null = null;
  let denied = false;
  for (const source of sources) {
    // After X has said that it withholds a tweet, a forgetful cache of X's must not bring it back.
    if ((withheld || cut) && !source.authoritative) continue;
    const reply = await source.fetch(id).catch((error: unknown) => {
      failures.push(error);
      return 'failed' as const;
    });
    if (typeof reply === 'object' && !reply.isCut) return reply;
    if (typeof reply === 'object') cut = reply;
    denied ||= reply === 'absent' || reply === 'withheld';
    withheld ||= reply === 'withheld' || (reply === 'absent' && source.authoritative);
  }
  if (cut) return withheld ? null : cut;
  // X's oEmbed says 403 of what is protected, and to whom X does not like.
  if (denied && !withheld && failures.length > 0) report.doubtful(failures[0]);
  if (denied) return null;
  throw failures[0];
}
