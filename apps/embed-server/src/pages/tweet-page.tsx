import { tweetImagePaths, type PostImagePaths } from '../images/image-paths.js';
import type { QuotedTweet, Tweet, TweetAuthor, TweetMedia } from '../tweets/tweet.js';
import { contentLanguage, type Words, wordsIn } from './locale.js';
import { renderDocument, type View } from './document.js';
import { hostName, webAddress } from './link-rules.js';
import { imageBase, type Page, type PageOptions, type Site } from './page.js';
import {
  atName,
  pixels,
  type Post,
  type PostAuthor,
  type PostCard,
  type PostMedia,
  type PostPoll,
  cardWords,
  longestAlt,
  longestName,
  shortened,
  shownMedia,
  shownOptions,
  validTime,
  withLabel,
} from './post.js';
import { createPostBudget, type PostBudget } from './page-budget.js';
import { viewOfPost, viewOfPosts } from './post-view.js';
import { firstReadable, readable } from './readable-text.js';
import { tweetText } from './tweet-text.js';

/** What the page shows, with what it quotes. */
export function postOfTweet(
  tweet: Tweet,
  site: Site,
  words: Words,
  createBudget = createPostBudget,
): Post {
  // The images of a repost are asked for as what was asked for: another id would be another call.
  const asked = tweet.repost?.id ?? tweet.id;
  const paths = tweetImagePaths(fittingId(asked), imageBase(site));
  const quote =
    tweet.quoted &&
    tweetPost(tweet.quoted, { paths: paths.quoted, budget: createBudget(true) }, null);
  const reposter = tweet.repost?.author ?? null;
  return {
    ...tweetPost(tweet, { paths, budget: createBudget(false) }, quote),
    context: reposter && words.messages.repostedBy(nameOf(reposter)),
  };
}

/** The page behind `/tweet/:id.amp`. */
export function renderTweetPage(tweet: Tweet, options: PageOptions): Page {
  return renderDocument(viewOfTweet(tweet, options), options);
}

export function viewOfTweet(tweet: Tweet, options: PageOptions): View {
  const post = postOfTweet(tweet, options, wordsIn(options.language));
  return viewOfPost(post, options, viewOfPosts);
}

interface Home {
  readonly paths: PostImagePaths;
  readonly budget: PostBudget;
}

function tweetPost(tweet: Tweet | QuotedTweet, { paths, budget }: Home, quote: Post | null): Post {
  const permalink = tweetAddress(tweet.author?.username ?? null, tweet.id);
  const { counts, replyTo } = tweet;
  const { text, isCut } = tweetText(tweet, budget.text);
  const all = tweet.media.map((item, index) => media(item, paths.image(index), permalink));
  const shown = shownMedia(all, budget);
  return {
    permalink,
    network: 'x',
    actions: intents(tweet.id),
    place: 'X',
    isUnconfirmed: false,
    context: null,
    author: author(tweet, paths),
    createdAt: validTime(tweet.createdAt),
    edited: tweet.edited,
    reply: replyTo && {
      handle: atName(replyTo.username),
      href: replyTo.tweetId ? tweetAddress(replyTo.username, replyTo.tweetId) : null,
    },
    warning: null,
    text,
    more: null,
    plain: true,
    lang: contentLanguage(tweet.lang),
    cut: isCut || shown.length < all.length,
    media: shown,
    mediaSensitive: tweet.sensitive,
    poll: poll(tweet, budget),
    // Beside pictures it is one of the links in the text.
    card: shown.length === 0 ? card(tweet, paths) : null,
    quote,
    counts: (['replies', 'reposts', 'quotes', 'likes'] as const).flatMap((what) => {
      const value = counts[what];
      return value === null || value === 0 ? [] : [{ what, value }];
    }),
  };
}

/** X asks who is not signed in to do so, and who is whether it was meant. */
function intents(id: string): Post['actions'] {
  const intent = 'https://x.com/intent/';
  const tweet = encodeURIComponent(fittingId(id));
  return {
    reply: `${intent}post?in_reply_to=${tweet}`,
    repost: `${intent}retweet?tweet_id=${tweet}`,
    like: `${intent}like?tweet_id=${tweet}`,
  };
}

function author(tweet: Tweet | QuotedTweet, paths: PostImagePaths): PostAuthor | null {
  if (tweet.author === null) return null;
  const { username, avatarUrl, avatarShape, verified } = tweet.author;
  const name = nameOf(tweet.author);
  return {
    name,
    plainName: name,
    handle: atName(username),
    href: webAddress(username && `https://x.com/${encodeURIComponent(username.toWellFormed())}`),
    avatar: avatarUrl ? paths.profile : null,
    square: avatarShape === 'square',
    verified,
    bot: false,
  };
}

function nameOf({ name, username }: Pick<TweetAuthor, 'name' | 'username'>): string {
  return shortened(firstReadable(name, username) ?? 'X', longestName);
}

function media(item: TweetMedia, path: string, permalink: string): PostMedia {
  const variants = item.available ? item.variants : [];
  return {
    kind: item.kind,
    image: item.imageUrl ? path : null,
    width: pixels(item.width),
    height: pixels(item.height),
    alt: readable(item.alt),
    sources: playable(variants),
    seconds: item.kind === 'gif' || item.durationMs === null ? null : item.durationMs / 1000,
    focus: null,
    href: permalink,
  };
}

const ENOUGH_BITS = 2_500_000;

// Best that an embed's width can show, then the next smaller one; the full size only when there is no other.
function playable(variants: TweetMedia['variants']): string[] {
  const sorted = [...variants].sort((a, b) => (b.bitrate ?? 0) - (a.bitrate ?? 0));
  const fitting = sorted.filter((variant) => (variant.bitrate ?? 0) <= ENOUGH_BITS);
  return (fitting.length > 0 ? fitting : sorted.slice(-1)).slice(0, 2).flatMap((variant) => {
    const address = webAddress(variant.url);
    return address === null ? [] : [address];
  });
}

function poll(tweet: Tweet | QuotedTweet, budget: PostBudget): PostPoll | null {
  if (tweet.poll === null) return null;
  const { options, total, endsAt, final } = tweet.poll;
  return {
    options: shownOptions(options, budget).map(withLabel),
    base: total,
    counted: 'votes',
    endsAt: validTime(endsAt && { at: endsAt, isDay: false }),
    final,
  };
}

function card(tweet: Tweet | QuotedTweet, paths: PostImagePaths): PostCard | null {
  const href = webAddress(cardTarget(tweet));
  if (tweet.card === null || href === null) return null;
  const { title, description, size, image, domain } = tweet.card;
  return {
    href,
    host: cardHost(href, domain),
    ...cardWords({ title, description }, hostName(href)),
    large: size === 'large' && image !== null,
    image: image && {
      path: paths.link,
      width: pixels(image.width),
      height: pixels(image.height),
      alt: image.alt && readable(shortened(image.alt, longestAlt)),
    },
  };
}

// Where an address of the shortener leads X alone knows; any other shows its own host, not what the card claims.
function cardHost(href: string, domain: string | null): string {
  const host = hostName(href);
  const named = host === 't.co' && domain !== null ? webAddress(`https://${domain}`) : null;
  return named === null ? host : hostName(named);
}

// A card names the t.co address; the link in the text knows where that leads.
function cardTarget(tweet: Tweet | QuotedTweet): string | undefined {
  const named = tweet.card?.url;
  const link = tweet.entities.find((one) => one.kind === 'url' && one.url === named);
  return link?.kind === 'url' ? link.expandedUrl : named;
}

function tweetAddress(username: string | null, id: string): string {
  const owner = username && /^\w{1,30}$/.test(username) ? username : 'i';
  return `https://x.com/${owner}/status/${encodeURIComponent(fittingId(id))}`;
}

// Ids have 19 digits; what another one leads to nobody knows, but it is no address without end.
function fittingId(id: string): string {
  return id.slice(0, 64).toWellFormed();
}
