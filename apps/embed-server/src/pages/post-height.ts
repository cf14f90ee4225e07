// How high the page of a post is in a frame of a given width, before anybody opened anything. It follows page-style.ts:
// what changes there changes here, and the browser test over every recording tells.

import type { Words } from './locale.js';
import { mediaHeight } from './media-height.js';
import type { Post, PostAuthor, PostCard, PostPoll } from './post.js';
import { plainWords, snapshotWords } from './post.js';
import { type TextBlock, textBlocks } from './text-blocks.js';
import { footerHeight } from './footer-height.js';
import { countLines, countWrapped, textWidth } from './text-lines.js';

// Pixels.
const [line, softLine] = [23.2, 20.3];
const [size, softSize] = [16, 14];
const lineHeight = 1.45;
const gap = 10.4;
const widest = 608;

interface Box {
  readonly width: number;
  readonly words: Words;
}

/** Pixels, whole. */
export function postHeight(post: Post, { width, words }: Box): number {
  const outer = {
    ...{ padding: 2 * 13.6 + 2, sides: 2 * 16 + 2, avatar: 48, textSize: 17 },
    mark: post.isBeside ? 0 : markWidth + gap,
  };
  return Math.ceil(articleHeight(post, { width: Math.min(width, widest), words }, outer));
}

/** Of posts in a list, and of a line below them. Pixels, whole. */
export function listHeight(posts: readonly Post[], lineBelow: string | null, box: Box): number {
  const heights = posts.map((post) => postHeight(post, box));
  const width = Math.min(box.width, widest);
  if (lineBelow !== null) {
    heights.push(softLine * countWrapped(lineBelow, { width, size: softSize }));
  }
  return Math.ceil(stacked(heights));
}

interface Frame {
  readonly padding: number;
  readonly sides: number;
  readonly avatar: number;
  readonly textSize: number;
  /** Of the network, with the gap before it; a quoted post has none. */
  readonly mark: number;
}

const markWidth = 22;
const quoted: Frame = {
  ...{ padding: 2 * 11.2 + 2, sides: 2 * 12.8 + 2, avatar: 28, textSize: 16 },
  mark: 0,
};

function articleHeight(post: Post, { width, words }: Box, frame: Frame): number {
  const box = { width: width - frame.sides, words };
  const soft = (text: string) =>
    softLine * countWrapped(text, { width: box.width, size: softSize });
  const { snapshot, isUnconfirmed, context, author, reply, warning } = post;
  const parts = [
    snapshot ? soft(`${snapshotWords(snapshot, words)} ${words.moment(snapshot.takenAt)}`) : 0,
    isUnconfirmed ? soft(words.messages.accordingTo(post.place)) : 0,
    context ? soft(plainWords(context)) : 0,
    author ? authorHeight(author, box, frame) : 0,
    reply ? soft(words.messages.replyingTo(reply.handle ?? '')) : 0,
    ...(warning ? [summaryHeight(plainWords(warning), box)] : bodyHeights(post, box, frame)),
    footerHeight(post, box, frame === quoted),
  ];
  return frame.padding + stacked(parts);
}

function stacked(parts: readonly number[]): number {
  const shown = parts.filter((part) => part > 0);
  return shown.reduce((sum, part) => sum + part, gap * Math.max(0, shown.length - 1));
}

function authorHeight(author: PostAuthor, { width, words }: Box, frame: Frame): number {
  const { avatar, mark } = frame;
  const beside = width - mark - (author.avatar ? avatar + gap : 0);
  const name = plainWords(author.name) + (author.verified ? ' ✔' : '');
  const below = `${author.handle ?? ''}${author.bot ? ` · ${words.messages.bot}` : ''}`;
  const names = line * countWrapped(name, { width: beside, size, isBold: true });
  // Of a quoted post both stand on one line, where they fit.
  const both = `${name}${below}`;
  const isOneLine = frame === quoted && textWidth(both) * 1.13 * size + 8 <= beside;
  if (isOneLine) return Math.max(author.avatar ? avatar : 0, line);
  const handles = below ? softLine * countWrapped(below, { width: beside, size: softSize }) : 0;
  return Math.max(author.avatar ? avatar : 0, names + handles);
}

function summaryHeight(text: string, { width }: Box): number {
  return 14.4 + line * countWrapped(`▶ ${text}`, { width: width - 22.4, size });
}

function bodyHeights(post: Post, box: Box, { textSize, avatar }: Frame): number[] {
  const { messages } = box.words;
  const { width } = box;
  const media = post.media.length === 0 ? [] : mediaHeight(post.media, width, avatar);
  return [
    textHeight(post, width, textSize),
    post.more ? summaryHeight(messages.showMore, box) : 0,
    post.cut ? line : 0,
    post.poll ? pollHeight(post.poll, box) : 0,
    ...(post.mediaSensitive && media.length > 0
      ? [summaryHeight(messages.sensitiveMedia, box)]
      : media),
    post.card ? cardHeight(post.card, width) : 0,
    post.record ? cardHeight(post.record, width) : 0,
    post.quoteGap
      ? quoted.padding +
        softLine * countWrapped(post.quoteGap, { width: width - quoted.sides, size: softSize })
      : 0,
    post.quote ? articleHeight(post.quote, box, quoted) : 0,
  ];
}

function textHeight({ text, plain }: Post, width: number, textSize: number): number {
  const blocks = textBlocks(text, plain);
  return blocks.reduce((sum, block, at) => {
    const lines = linesOf(block, width, textSize);
    const isLast = at === blocks.length - 1;
    const space = block.isParagraph && !isLast ? 0.6 : 0;
    return sum + textSize * (lines * (lineHeight + block.growth) + space);
  }, 0);
}

function linesOf({ text, depth, isCode, bold }: TextBlock, width: number, size: number): number {
  if (isCode) return text.replace(/\n$/, '').split('\n').length;
  return countLines(text, { width: widthAt(depth, width), size, isBold: bold * 2 > text.length });
}

/** Of the words in so many lists and quotations: each takes away no more than this. */
function widthAt(depth: number, width: number): number {
  return width * 0.92 ** depth;
}

const [barHeight, optionGap, listGap] = [8, 7.2, 9.6];

function pollHeight(poll: PostPoll, { width, words }: Box): number {
  const { options, base, counted, final, endsAt } = poll;
  // Beside the label stands its share.
  const beside = { width: width - 60, size };
  const rows = options.reduce(
    (sum, { label, votes }) =>
      sum +
      line * countWrapped(plainWords(label), beside) +
      (votes === null ? 0 : barHeight) +
      optionGap,
    0,
  );
  const end = endsAt && `${words.messages.endsAt} ${words.dayOrMoment(endsAt)}`;
  const below = [
    base === null ? null : words.count(counted, base),
    final ? words.messages.finalResults : end,
  ];
  const said = below.filter(Boolean).join(' · ');
  return rows + listGap + softLine * countWrapped(said, { width, size: softSize });
}

// The lines of a card are three at most.
const mostLines = 3;

function cardHeight(card: PostCard, width: number): number {
  const { image, large } = card;
  const inner = width - 2 - (image && !large ? 112 : 0) - 25.6;
  const lines = (text: string, of: number) =>
    Math.min(mostLines, countWrapped(text, { width: inner, size: of, isBold: of === size }));
  const words =
    19.2 +
    softLine * lines(card.host, softSize) +
    line * lines(card.title, size) +
    (card.description ? softLine * lines(card.description, softSize) : 0);
  if (!image) return words + 2;
  return large ? Math.min(320, (width - 2) / 1.91) + words + 2 : Math.max(112, words) + 2;
}
