import type { ComponentChildren } from 'preact';
import { statusImagePaths, type PostImagePaths } from '../images/image-paths.js';
import { hostOf } from '../statuses/provenance.js';
import type { QuotedStatus, Status, StatusAuthor, StatusMedia } from '../statuses/status.js';
import { contentLanguage, type Words, wordsIn } from './locale.js';
import { renderDocument, type View } from './document.js';
import { displayHandle, displayHost } from './host-name-rules.js';
import { hostName, webAddress } from './link-rules.js';
import { imageBase, type Page, type PageOptions, type Site } from './page.js';
import { viewOfPost, type ViewOf, viewOfPosts } from './post-view.js';
import {
  atName,
  pictureBase,
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
  attributedName,
  validTime,
  withLabel,
} from './post.js';
import { createAllowance, createPostBudget, type PostBudget } from './page-budget.js';
import { firstReadable, readable } from './readable-text.js';
import { emojiPaths, statusText, withEmoji, type EmojiPath } from './status-text.js';

export interface StatusPageOptions extends PageOptions {
  /** The address that was asked for: it names the images' paths, and the post when its own address is odd. */
  readonly statusUrl: string;
}

interface Home {
  readonly paths: PostImagePaths;
  readonly statusUrl: string;
  readonly budget: PostBudget;
  readonly words: Words;
}

/** What the page shows, with what it quotes. */
export function postOfStatus(
  status: Status,
  { statusUrl, ...site }: Site & Pick<StatusPageOptions, 'statusUrl'>,
  words: Words,
  createBudget = createPostBudget,
): Post {
  const paths = statusImagePaths(statusUrl, imageBase(site));
  const quoted = { paths: paths.quoted, statusUrl, words, budget: createBudget(true) };
  const quote = status.quoted && {
    post: statusPost(status.quoted, quoted, null),
    names: status.quoted.names,
  };
  const home = { paths, statusUrl, words, budget: createBudget(false) };
  const post = statusPost(status, home, quote);
  const boost = status.boostedBy && boostLine(status.boostedBy, paths, words);
  return {
    ...post,
    context: boost && post.context ? [boost, ' · ', post.context] : (boost ?? post.context),
  };
}

/** The page behind `/mastodon/:statusUrl.amp`. */
export function renderStatusPage(status: Status, options: StatusPageOptions): Page {
  return renderDocument(viewOfStatus(status, options), options);
}

export function viewOfStatus(status: Status, options: StatusPageOptions): View {
  const post = postOfStatus(status, options, wordsIn(options.language));
  return viewOfPost(post, options, statusView);
}

export const statusView: ViewOf<StatusPageOptions> = (body, posts, options) => {
  const { root } = statusImagePaths(options.statusUrl, imageBase(options));
  return viewOfPosts(body, posts, options, {
    asked: options.statusUrl,
    pictureBase: pictureBase(posts.all, root),
  });
};

// Room for the emoji of a name.
const BOOST_BYTES = 16 * 1024;

function boostLine(booster: StatusAuthor, paths: PostImagePaths, words: Words): ComponentChildren {
  const known = new Set(booster.emojis.map(({ shortcode }) => shortcode));
  const { displayName, handle, host, confirmed } = booster;
  const name = shortened(
    readable(displayName)?.trim() ?? readable(displayHandle(handle)) ?? host,
    longestName,
  );
  const line = words.messages.boostedBy(name);
  const said = confirmed ? line : attributedName(line, displayHost(host), words.messages);
  const share = createAllowance(BOOST_BYTES);
  return withEmoji(
    said,
    emojiPaths(known, (shortcode) => paths.emoji(shortcode), share),
  );
}

interface Quote {
  readonly post: Post;
  /** What it is called where it was attested. */
  readonly names: readonly string[];
}

function statusPost(status: QuotedStatus, home: Home, quote: Quote | null): Post {
  const { paths, budget } = home;
  const { host, confirmed } = status.author;
  const permalink = webAddress(status.url) ?? pageAt(host, home.statusUrl);
  const known = new Set([...status.emojis, ...status.author.emojis].map((one) => one.shortcode));
  const emoji = emojiPaths(known, (name) => paths.emoji(name), budget.emoji);
  const { replyTo } = status;
  const written = author(status, paths, emoji);
  const warning = warningOf(status, emoji, home.words);
  const quoteUrls = quote === null ? [] : [quote.post.permalink, ...quote.names];
  const { isLonger } = status;
  const content = { emoji, quoteUrls, share: budget.text, base: permalink, isLonger };
  const { text, more, isCut } = statusText(status.contentHtml, content);
  const { shown, isWhole } = media(status, paths, permalink, budget);
  const choices = poll(status, emoji, budget);
  // Akkoma has a card of what it quotes as well. Beside pictures the link is in the words of a post; of what is longer than
  // one, the card alone may hold it.
  const isQuoted = quoteUrls.includes(status.card?.url ?? '');
  const isCardShown = !isQuoted && (shown.length === 0 || status.isLonger);
  return {
    permalink,
    network: 'fediverse',
    actions: { reply: permalink, like: permalink },
    place: displayHost(host),
    isUnconfirmed: !confirmed,
    context: status.isCancelled ? home.words.messages.cancelled : null,
    author: written,
    createdAt: validTime(status.createdAt),
    edited: status.editedAt !== null,
    reply: replyTo && {
      handle: atName(replyTo.acct),
      href: webAddress(replyTo.url),
    },
    warning,
    text,
    more,
    plain: false,
    lang: contentLanguage(status.language),
    cut: isCut || !isWhole || (choices?.options.length ?? 0) < (status.poll?.options.length ?? 0),
    media: shown,
    mediaSensitive: status.sensitive,
    poll: choices,
    card: isCardShown ? card(status, paths) : null,
    quote: quote && quote.post,
    counts: counts(status),
  };
}

/** One that nobody sees is a warning all the same; spaces alone are none. */
function warningOf({ spoiler }: QuotedStatus, emoji: EmojiPath, { messages }: Words) {
  if (!spoiler?.trim()) return null;
  return withEmoji(shortened(readable(spoiler) ?? messages.contentWarning, 5000), emoji);
}

/** What a host attests of another has no page but the one that was asked for. */
function pageAt(host: string, statusUrl: string): string {
  const asked = webAddress(statusUrl);
  return asked !== null && hostOf(asked) === host ? asked : `https://${host}/`;
}

function author(status: QuotedStatus, paths: PostImagePaths, emoji: EmojiPath): PostAuthor {
  const { displayName, handle, url, avatarUrl, bot, host } = status.author;
  const whole = firstReadable(displayName, displayHandle(handle)) ?? host;
  const plainName = shortened(whole, longestName);
  return {
    name: withEmoji(plainName, emoji),
    plainName,
    handle: atName(displayHandle(handle)),
    href: webAddress(url),
    avatar: avatarUrl ? paths.profile : null,
    square: true,
    verified: null,
    bot,
  };
}

const kinds = {
  image: 'photo',
  gifv: 'gif',
  video: 'video',
  audio: 'audio',
  unknown: 'file',
} as const satisfies Record<StatusMedia['kind'], PostMedia['kind']>;

function media(status: QuotedStatus, paths: PostImagePaths, permalink: string, budget: PostBudget) {
  const all = status.media.map((item, index) => oneMedia(item, paths.image(index), permalink));
  const shown = shownMedia(all, budget);
  return { shown, isWhole: shown.length === all.length };
}

function oneMedia(item: StatusMedia, path: string, permalink: string): PostMedia {
  const sources = [item.playUrl, item.homeUrl].flatMap((one) => webAddress(one) ?? []);
  return {
    kind: kinds[item.kind],
    image: item.imageUrl ? path : null,
    width: pixels(item.width),
    height: pixels(item.height),
    alt: readable(item.alt),
    sources,
    seconds: item.kind === 'gifv' ? null : item.durationSeconds,
    focus: item.focus,
    href: sources[0] ?? permalink,
  };
}

function poll(status: QuotedStatus, emoji: EmojiPath, budget: PostBudget): PostPoll | null {
  if (status.poll === null) return null;
  const { options, multiple, votes, voters, expired, endsAt } = status.poll;
  // Of a multiple choice each share is one of people; votes are more than those.
  const byVoters = multiple && voters !== null;
  return {
    options: shownOptions(options, budget)
      .map(withLabel)
      .map(({ label, votes }) => ({ label: withEmoji(label, emoji), votes })),
    base: byVoters ? voters : votes,
    counted: byVoters ? 'voters' : 'votes',
    endsAt: validTime(endsAt),
    final: expired,
  };
}

function card(status: QuotedStatus, paths: PostImagePaths): PostCard | null {
  const href = webAddress(status.card?.url);
  if (status.card === null || href === null) return null;
  const { title, description, imageUrl, imageAlt } = status.card;
  const [width, height] = [pixels(status.card.width), pixels(status.card.height)];
  const wide = width !== null && height !== null && width > height && width >= 300;
  return {
    href,
    // Where it leads, not what the card claims.
    host: hostName(href),
    ...cardWords({ title, description }, hostName(href)),
    large: Boolean(imageUrl) && wide,
    image: !imageUrl
      ? null
      : {
          path: paths.link,
          width,
          height,
          alt: imageAlt && readable(shortened(imageAlt, longestAlt)),
        },
  };
}

function counts(status: QuotedStatus): Post['counts'] {
  return (['replies', 'boosts', 'favourites'] as const).flatMap((what) => {
    const value = status.counts[what];
    return value === null || value === 0 ? [] : [{ what, value }];
  });
}
