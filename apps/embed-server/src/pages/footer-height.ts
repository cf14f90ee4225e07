// How high the footer of a post is: two rows, of words that wrap as wholes.

import type { Words } from './locale.js';
import type { Post } from './post.js';
import { footerItems } from './post-footer.js';
import { textWidth } from './text-lines.js';

// Pixels.
const [line, size, gap, rowGap, actionsGap] = [20.3, 14, 16, 2.4, 8];
// Before the words of an action.
const icon = 18 + 4.8;

interface Box {
  readonly width: number;
  readonly words: Words;
}

export function footerHeight(post: Post, { width, words }: Box, isQuoted: boolean): number {
  const { messages } = words;
  const { createdAt, edited, isBeside } = post;
  const hasSource = isQuoted ? createdAt === null : !isBeside;
  const items = isQuoted ? [] : footerItems(post, words);
  const changed = edited && !isQuoted ? [messages.edited] : [];
  const about = [
    createdAt ? words.dayOrMoment(createdAt) : '',
    ...(isBeside ? [...items.map(({ label }) => label), ...changed] : []),
    hasSource ? messages.viewOn(post.place) : '',
  ];
  const actions = isBeside
    ? []
    : [...items.map(({ shown }) => icon + widthOf(shown)), ...changed.map(widthOf)];
  const first = rowsHeight(about.filter(Boolean).map(widthOf), width);
  return first + (actions.length === 0 ? 0 : actionsGap + rowsHeight(actions, width));
}

function widthOf(text: string): number {
  return textWidth(text) * size;
}

function rowsHeight(items: readonly number[], width: number): number {
  if (items.length === 0) return 0;
  let [rows, used] = [1, 0];
  for (const wide of items) {
    if (used > 0 && used + gap + wide > width) [rows, used] = [rows + 1, wide];
    else used += wide + (used > 0 ? gap : 0);
    rows += Math.max(0, Math.ceil(wide / width) - 1);
  }
  return rows * line + (rows - 1) * rowGap;
}
