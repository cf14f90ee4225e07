import type { QuotedTweet, Tweet, TweetEntity } from '../tweets/tweet.js';
import { escapeText } from '../tweets/tweet-parts-mapping.js';

/** What `@heise/embetty` reads of a tweet: a part of X API 1.1, in its extended mode. */
export function toEmbettyTweet(tweet: Tweet) {
  const { author } = tweet;
  const url = addressOf(tweet);
  return {
    id_str: tweet.id,
    created_at: (tweet.createdAt?.at ?? new Date(0)).toISOString(),
    // HTML, and inserted as such.
    full_text: htmlOf(tweet),
    user: { name: author?.name ?? '', screen_name: author?.username ?? 'i' },
    in_reply_to_status_id_str: tweet.replyTo?.tweetId ?? null,
    entities: { urls: linksOf(tweet) },
    extended_entities: { media: tweet.media.map(() => ({ url })) },
  };
}

function addressOf({ id, author }: QuotedTweet): string {
  return `https://twitter.com/${author?.username ?? 'i'}/status/${id}`;
}

// The component makes links of #tags and @names with `"` around them: no quote may reach it.
function htmlOf({ text, displayRange, entities }: Tweet): string {
  const points = Array.from(text);
  const html = (piece: string) => escapeText(piece).replaceAll('"', '&quot;');
  let at = displayRange.start;
  let out = '';
  const shown = entities.filter(
    ({ start, end }) => start >= displayRange.start && end <= displayRange.end,
  );
  for (const entity of shown) {
    if (!isLink(entity)) continue;
    out += html(points.slice(at, entity.start).join('')) + html(entity.displayUrl);
    at = entity.end;
  }
  return out + html(points.slice(at, displayRange.end).join(''));
}

type Link = Extract<TweetEntity, { kind: 'url' | 'media' }>;

const isLink = (entity: TweetEntity): entity is Link =>
  entity.kind === 'url' || entity.kind === 'media';

/** The one with a card first, for the component shows no other; a quoted tweet where there is no link. */
function linksOf({ card, entities, quoted }: Tweet) {
  const links = entities.filter(isLink).filter(({ kind }) => kind === 'url');
  const isCard = ({ url, expandedUrl }: Link) => url === card?.url || expandedUrl === card?.url;
  const plain = links
    .filter((link) => !isCard(link))
    .map((link) => ({ url: link.expandedUrl, title: link.displayUrl, description: '' }));
  if (card !== null) {
    const url = links.find(isCard)?.expandedUrl ?? card.url;
    return [{ url, title: card.title, description: card.description ?? '' }, ...plain];
  }
  return plain.length === 0 && quoted !== null ? [linkTo(quoted)] : plain;
}

function linkTo(quoted: QuotedTweet) {
  const { author, text } = quoted;
  const title = `${author?.name ?? ''} (@${author?.username ?? 'i'})`;
  return { url: addressOf(quoted), title, description: text };
}
