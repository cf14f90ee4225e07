import type { CachedBody } from '../cache/cache-store.port.js';
import type { Found } from '../cache/found.js';
import { failures, freshness } from '../cache/freshness.js';
import { createItemParts, partKind, type ReadPart } from '../cache/item-parts.js';
import type { PartKeys } from '../cache/part-keys.js';
import type { Kind, LoadReport, MaxWait, ReadThrough } from '../cache/read-through.js';
import type { GoOnBehindReply } from '../http/behind-replies.js';
import { inOrderOfReply } from '../outbound/in-order-of-reply.js';
import { createRefusals } from '../outbound/refusal-records.js';
import { UpstreamBroken } from '../outbound/upstream.errors.js';
import { fromApi } from './api-mapping.js';
import { fromOembed } from './oembed-mapping.js';
import { fromSyndication } from './syndication-mapping.js';
import type { RawTweet, SourceReply, TweetBody, TweetSource } from './tweet-source.port.js';
import type { Tweet, TweetSource as SourceName } from './tweet.js';
import { TweetNotFound } from './tweets.errors.js';

export interface FoundTweet extends Found<Tweet> {
  readonly copy: CachedBody;
  /** What the source sent; parsed anew at each call. */
  readonly raw: () => TweetBody;
}

/** `maxWait`: by default until X replies or fails. Throws TweetNotFound. */
export type ReadTweet = (id: string, maxWait?: MaxWait) => Promise<FoundTweet>;

const refusals = createRefusals({ ...failures, lasting: freshness.refused });
// Tweets do not change: a whole one of before is worth more than what a lesser source has of it.
const kind: Kind = { ...freshness.post, refusals, prefersWhole: true };
const longText: Kind = { ...partKind, refusals };

export interface TweetParts {
  readonly sources: readonly TweetSource[];
  readonly readThrough: ReadThrough;
  /** For which a reply waits for the rest of a long text. */
  readonly partWait: MaxWait;
  readonly goOnBehindReply: GoOnBehindReply;
  readonly partKeys: PartKeys;
}

/** Asks the sources in the given order, behind the cache. Throws TweetNotFound. */
export function createReadTweet(parts: TweetParts): ReadTweet {
  const { sources, readThrough, partWait, goOnBehindReply, partKeys } = parts;
  const beginItem = createItemParts({
    ...{ readThrough, maxWait: partWait, goOnBehindReply, partKeys },
  });
  return async (id, maxWait) => {
    // Ids are 64 bits: a longer one cannot exist and need not be asked for.
    if (id.length > 19) throw new TweetNotFound();
    const key = `tweet:${id}`;
    const load = async (report: LoadReport) => {
      const raw = await askInTurn({
        ...{ sources, id, report, readPart: beginItem(key), wait: partWait.milliseconds },
      });
      return raw && { about: raw.source, body: Buffer.from(JSON.stringify(raw.body)) };
    };
    const { found, ...result } = await readThrough(key, { ...kind, maxWait }, load);
    if (found === null) throw new TweetNotFound();
    const raw = () => parse(found);
    return { copy: found, raw, value: () => toTweet(raw()), ...result };
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

interface Asking {
  readonly sources: readonly TweetSource[];
  readonly id: string;
  readonly report: LoadReport;
  readonly readPart: ReadPart;
  /** Milliseconds after which a source is late, and the next one is asked, too. */
  readonly wait: number;
}

async function askInTurn({
  sources,
  id,
  report,
  readPart,
  wait,
}: Asking): Promise<RawTweet | null> {
  const failed = new Map<number, unknown>();
  // What a better source fails with counts for more.
  const failure = () => failed.get(Math.min(...failed.keys()));
  let withheld = false;
  let cut: RawTweet | null = null;
  let denied = false;
  const ask = async (source: TweetSource): Promise<SourceReply | 'not asked'> => {
    // After X has said that it withholds a tweet, a forgetful cache of X's must not bring it back.
    if ((withheld || cut) && !source.authoritative) return 'not asked';
    return cut === null ? source.fetch(id) : fetchLong(source, id, readPart);
  };
  const calls = sources.map((source) => () => ask(source));
  const silent = new Set(sources);
  for await (const outcome of inOrderOfReply(calls, wait)) {
    const source = sources[outcome.at]!;
    silent.delete(source);
    if ('failure' in outcome) {
      failed.set(outcome.at, outcome.failure);
      continue;
    }
    const { reply } = outcome;
    // Asked while a better one was late, which said meanwhile that X withholds it.
    if (withheld && !source.authoritative) continue;
    // What a lesser source gives while a better one fails or is late has less of the tweet.
    const isBest =
      failed.size === 0 && !sources.slice(0, outcome.at).some((each) => silent.has(each));
    if (typeof reply === 'object' && !isBest) report.incomplete(true);
    if (typeof reply === 'object' && !reply.isCut) return reply;
    if (typeof reply === 'object') cut = reply;
    denied ||= reply === 'absent' || reply === 'withheld';
    withheld ||= reply === 'withheld' || (reply === 'absent' && source.authoritative);
  }
  if (cut && !withheld && failed.size > 0) report.incomplete(true);
  if (cut) return withheld ? null : cut;
  // X's oEmbed says 403 of what is protected, and to whom X does not like.
  if (denied && !withheld && failed.size > 0) report.doubtful(failure());
  if (denied) return null;
  throw failure();
}

/** From a source that has the whole text of what is known in part. */
async function fetchLong(
  source: TweetSource,
  id: string,
  readPart: ReadPart,
): Promise<SourceReply> {
  const read = await readPart(`long:${id}`, longText, () => source.fetch(id));
  if ('failure' in read) throw read.failure;
  return read.found ?? 'absent';
}
