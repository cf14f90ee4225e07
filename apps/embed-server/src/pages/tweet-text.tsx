import type { ComponentChildren } from 'preact';
import { inPieces } from '../outbound/graphemes.js';
import type { QuotedTweet, Tweet, TweetEntity, TweetLink } from '../tweets/tweet.js';
import { hostName, shortAddress, webAddress } from './link-rules.js';
import { OutLink } from './links.js';
import { bytesAsHtml, type Allowance } from './page-budget.js';
import { hasUnseen, readable } from './readable-text.js';

// What a link has beside its address and words.
const LINK_BYTES = 100;

export interface TweetText {
  readonly text: ComponentChildren;
  readonly isCut: boolean;
}

/** The shown part of a tweet's text with its entities as links; media links and the quoted tweet's own are left out. */
export function tweetText(tweet: Tweet | QuotedTweet, share: Allowance): TweetText {
  const letters = Array.from(tweet.text);
  const end = Math.min(tweet.displayRange.end, letters.length);
  const written = (from: number, to: number) => letters.slice(from, to).join('');
  const pieces: ComponentChildren[] = [];
  let [position, isFull] = [Math.max(0, tweet.displayRange.start), false];
  const addWords = (to: number) => {
    for (const words of inPieces(written(position, to), PIECE)) {
      isFull = !share.take(bytesAsHtml(words));
      if (isFull) break;
      pieces.push(words);
    }
    position = to;
  };
  for (const entity of tweet.entities) {
    if (isFull) break;
    const isInside = position <= entity.start && entity.start <= entity.end && entity.end <= end;
    if (!isInside) continue;
    addWords(entity.start);
    const words = written(entity.start, entity.end);
    isFull ||= !share.take(bytesAsHtml(words) + linkBytes(entity));
    if (!isFull) pieces.push(entityLink(entity, words, tweet));
    position = entity.end;
  }
  if (!isFull) addWords(end);
  const isCut = isFull || tweet.isLongCut;
  const text = trimEnd(pieces);
  return { text: isCut && text !== null ? [text, '…'] : text, isCut };
}

// Letters that are weighed at once.
const PIECE = 1024;

function linkBytes(entity: TweetEntity): number {
  // A letter of a name is nine of an address at most.
  if ('name' in entity) return 9 * entity.name.length + LINK_BYTES;
  return bytesAsHtml(entity.expandedUrl) + bytesAsHtml(entity.displayUrl) + LINK_BYTES;
}

function entityLink(entity: TweetEntity, written: string, tweet: Tweet | QuotedTweet) {
  if ('name' in entity && readable(written) === null) return written;
  switch (entity.kind) {
    case 'hashtag':
      return <OutLink href={`https://x.com/hashtag/${encode(entity.name)}`}>{written}</OutLink>;
    case 'mention':
      return <OutLink href={`https://x.com/${encode(entity.name)}`}>{written}</OutLink>;
    case 'cashtag':
      return <OutLink href={`https://x.com/search?q=%24${encode(entity.name)}`}>{written}</OutLink>;
    case 'media':
      return '';
    case 'url':
      return leadsToQuote(entity, tweet) ? '' : webLink(entity, written);
  }
}

function webLink(entity: TweetLink, written: string) {
  const href = webAddress(entity.expandedUrl) ?? webAddress(entity.url);
  return href === null ? (
    written
  ) : (
    <OutLink href={href}>{linkText(entity.displayUrl, href)}</OutLink>
  );
}

// X's own shortening is kept as long as it shows the host of the link.
function linkText(displayUrl: string, href: string): string {
  const shown = displayUrl.replace(/^(?:https?:\/\/)?(?:www\.)?/, '');
  const host = hostName(href);
  // Where a t.co address leads, X alone knows (oEmbed does not mark it in the text).
  const honest = host === 't.co' || shown === host || shown.startsWith(`${host}/`);
  return honest && shown !== '' && !hasUnseen(shown) ? shown : shortAddress(href);
}

function leadsToQuote(entity: TweetLink, tweet: Tweet | QuotedTweet): boolean {
  if (!('quoted' in tweet) || tweet.quoted === null) return false;
  return entity.expandedUrl.includes(`/status/${tweet.quoted.id}`);
}

// A lone surrogate has no UTF-8 form and would make encodeURIComponent throw.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function trimEnd(pieces: readonly ComponentChildren[]): ComponentChildren {
  const kept = [...pieces];
  for (let last = kept.at(-1); typeof last === 'string'; last = kept.at(-1)) {
    kept.pop();
    const trimmed = last.trimEnd();
    if (trimmed !== '') return [...kept, trimmed];
  }
  return kept.length > 0 ? kept : null;
}
