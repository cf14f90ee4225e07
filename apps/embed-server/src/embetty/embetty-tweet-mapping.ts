import type { QuotedTweet, Tweet, TweetEntity } from '../tweets/tweet.js';
import { escapeText } from '../tweets/tweet-parts-mapping.js';

/** What `@heise/embetty` reads of a tweet: a part of X API 1.1, in its extended mode. */
export interface EmbettyTweet {
  readonly id_str: string;
  readonly created_at: string;
  /** HTML, and inserted as such. */
  readonly full_text: string;
  readonly user: { readonly name: string; readonly screen_name: string };
  readonly in_reply_to_status_id_str: string | null;
  readonly entities: { readonly urls: readonly EmbettyLink[] };
  readonly extended_entities: { readonly media: readonly { readonly url: string }[] };
}

interface EmbettyLink {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

export function toEmbettyTweet(tweet: Tweet): EmbettyTweet {
  const { author, media } = tweet;
  const username = author?.username ?? 'i';
  const url = `https://twitter.com/${username}/status/${tweet.id}`;
  return {
    id_str: tweet.id,
    created_at: (tweet.createdAt ?? new Date(0)).toISOString(),
    full_text: htmlOf(tweet),
    user: { name: author?.name ?? '', screen_name: username },
    in_reply_to_status_id_str: tweet.replyTo?.tweetId ?? null,
    entities: { urls: linksOf(tweet) },
    extended_entities: { media: media.map(() => ({ url })) },
  };
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
function linksOf({ card, entities, quoted }: Tweet): EmbettyLink[] {
  const links = entities
    .filter(isLink)
    .filter(({ kind }) => kind === 'url')
    .map(({ url, expandedUrl, displayUrl }) => ({
      isCard: url === card?.url || expandedUrl === card?.url,
      link: { url: expandedUrl, title: displayUrl, description: '' },
    }));
  const plain = links.filter(({ isCard }) => !isCard).map(({ link }) => link);
  if (card !== null) {
    const url = links.find(({ isCard }) => isCard)?.link.url ?? card.url;
    return [{ url, title: card.title, description: card.description ?? '' }, ...plain];
  }
  return plain.length === 0 && quoted !== null ? [linkTo(quoted)] : plain;
}

function linkTo({ id, author, text }: QuotedTweet): EmbettyLink {
  const username = author?.username ?? 'i';
  const title = `${author?.name ?? ''} (@${username})`;
  return { url: `https://twitter.com/${username}/status/${id}`, title, description: text };
}
