import type { ComponentChildren } from 'preact';
import { statusImagePaths, type PostImagePaths } from '../images/image-paths.js';
import { hostOf } from '../statuses/provenance.js';
import type { QuotedStatus, Status, StatusAuthor, StatusMedia } from '../statuses/status.js';
import { contentLanguage, type Words, wordsIn } from './locale.js';
import { renderDocument } from './document.js';
import { displayHandle, displayHost } from './host-name-rules.js';
import { hostName, webAddress } from './link-rules.js';
import { basePath, type Page, type PageOptions } from './page.js';
import { PostArticle } from './post-article.js';
import {
  mediaSources,
  mostMedia,
  mostOptions,
  pixels,
  type Post,
  type PostAuthor,
  type PostCard,
  postLabel,
  type PostMedia,
  type PostPoll,
  postTitle,
  toldName,
  validDate,
} from './post.js';
import { statusText, withEmoji, type EmojiPath } from './status-text.js';

export interface StatusPageOptions extends PageOptions {
  /** The address that was asked for: it names the images' paths, and the post when its own address is odd. */
  readonly statusUrl: string;
}

interface Home {
  readonly paths: PostImagePaths;
  readonly statusUrl: string;
}

/** The page behind `/mastodon/:statusUrl.amp`. */
export function renderStatusPage(status: Status, options: StatusPageOptions): Page {
  const { statusUrl } = options;
  const paths = statusImagePaths(statusUrl, basePath(options.publicUrl));
  const quote =
    status.quoted && statusPost(status.quoted, { paths: paths.quoted, statusUrl }, null);
  const words = wordsIn(options.language);
  const post = {
    ...statusPost(status, { paths, statusUrl }, quote),
    context: status.boostedBy && boostLine(status.boostedBy, paths, words),
  };
  return renderDocument(
    <PostArticle post={post} words={words} />,
    {
      title: postTitle(post, words),
      heading: postLabel(post, words),
      canonical: post.permalink,
      asked: statusUrl,
      referrer: 'no-referrer',
      media: mediaSources(post),
    },
    options,
  );
}

function boostLine(booster: StatusAuthor, paths: PostImagePaths, words: Words): ComponentChildren {
  const known = new Set(booster.emojis.map(({ shortcode }) => shortcode));
  const { displayName, handle, host, confirmed } = booster;
  const line = words.messages.boostedBy(displayName.trim() || displayHandle(handle) || host);
  const said = confirmed ? line : toldName(line, displayHost(host), words.messages);
  return withEmoji(said, (name) => (known.has(name) ? paths.emoji(name) : null));
}

function statusPost(status: QuotedStatus, home: Home, quote: Post | null): Post {
  const { paths } = home;
  const { host, confirmed } = status.author;
  const permalink = webAddress(status.url) ?? pageAt(host, home.statusUrl);
  const known = new Set([...status.emojis, ...status.author.emojis].map((one) => one.shortcode));
  const emoji: EmojiPath = (name) => (known.has(name) ? paths.emoji(name) : null);
  return {
    permalink,
    place: displayHost(host),
    isTold: !confirmed,
    context: null,
    author: author(status, paths, emoji),
    createdAt: validDate(status.createdAt),
    edited: status.editedAt !== null,
    reply: status.replyTo && {
      handle: status.replyTo.acct ? `@${status.replyTo.acct}` : null,
      href: webAddress(status.replyTo.url),
    },
    warning: status.spoiler?.trim() ? withEmoji(status.spoiler, emoji) : null,
    text: statusText(status.contentHtml, { emoji, quoteUrl: quote && quote.permalink }),
    plain: false,
    lang: contentLanguage(status.language),
    cut: false,
    media: status.media
      .slice(0, mostMedia)
      .map((item, index) => media(item, paths.image(index), permalink)),
    mediaSensitive: status.sensitive,
    poll: poll(status, emoji),
    card: card(status, paths),
    quote,
    counts: counts(status),
  };
}

/** What is told of another host has no page but the one that was asked for. */
function pageAt(host: string, statusUrl: string): string {
  const asked = webAddress(statusUrl);
  return asked !== null && hostOf(asked) === host ? asked : `https://${host}/`;
}

function author(status: QuotedStatus, paths: PostImagePaths, emoji: EmojiPath): PostAuthor {
  const { displayName, handle, url, avatarUrl, bot, host } = status.author;
  const plainName = displayName.trim() === '' ? displayHandle(handle) || host : displayName;
  return {
    name: withEmoji(plainName, emoji),
    plainName,
    handle: handle === '' ? null : `@${displayHandle(handle)}`,
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

function media(item: StatusMedia, path: string, permalink: string): PostMedia {
  const sources = [item.playUrl, item.homeUrl].flatMap((one) => webAddress(one) ?? []);
  return {
    kind: kinds[item.kind],
    image: item.imageUrl ? path : null,
    width: pixels(item.width),
    height: pixels(item.height),
    alt: item.alt,
    sources,
    seconds: item.kind === 'gifv' ? null : item.durationSeconds,
    focus: item.focus,
    href: sources[0] ?? permalink,
  };
}

function poll(status: QuotedStatus, emoji: EmojiPath): PostPoll | null {
  if (status.poll === null) return null;
  const { options, multiple, votes, voters, expired, endsAt } = status.poll;
  // Of a multiple choice each share is one of people; votes are more than those.
  const byVoters = multiple && voters !== null;
  return {
    options: options.slice(0, mostOptions).map((option) => ({
      label: withEmoji(option.label, emoji),
      votes: option.votes,
    })),
    base: byVoters ? voters : votes,
    counted: byVoters ? 'voters' : 'votes',
    endsAt: validDate(endsAt),
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
    title,
    description,
    large: Boolean(imageUrl) && wide,
    image: !imageUrl ? null : { path: paths.link, width, height, alt: imageAlt },
  };
}

function counts(status: QuotedStatus): Post['counts'] {
  return (['replies', 'boosts', 'favourites'] as const).flatMap((what) => {
    const value = status.counts[what];
    return value === null || value === 0 ? [] : [{ what, value }];
  });
}
