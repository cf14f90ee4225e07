import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { BlueskyPost } from '../bluesky/bluesky-post.js';
import type { BlueskyThread } from '../bluesky/bluesky-threads.js';
import {
  bluesky,
  blueskyDocument,
  type BlueskyPageOptions,
  postOfBluesky,
} from './bluesky-page.js';
import { OutLink } from './links.js';
import { type Words, wordsIn } from './locale.js';
import {
  bytesOf,
  createAllowance,
  createThreadPostBudget,
  largestThreadPage,
} from './page-budget.js';
import type { Page } from './page.js';
import { PostArticle } from './post-article.js';
import { listHeight } from './post-height.js';
import type { Post } from './post.js';

interface ShownThread {
  readonly before: readonly Post[];
  readonly asked: Post;
  readonly after: readonly Post[];
  readonly isCut: boolean;
}

/**
 * The page behind `/bluesky/:postUrl.amp?thread=1`: the author's posts in their order. Those next to the one that was asked
 * for are shown for as long as the page has room, whatever that one takes.
 */
export function renderBlueskyThreadPage(thread: BlueskyThread, options: BlueskyPageOptions): Page {
  return documentOf(shownThread(thread, options), options);
}

/** Pixels of that page in a frame of this width, before anybody opened anything. */
export function threadHeight(
  thread: BlueskyThread,
  options: BlueskyPageOptions,
): (width: number) => number {
  const words = wordsIn(options.language);
  const shown = shownThread(thread, options);
  const below = shown.isCut ? words.messages.restOfThread(bluesky) : null;
  return (width) => listHeight(postsOf(shown), below, { width, words });
}

function documentOf(shown: ShownThread, options: BlueskyPageOptions): Page {
  const words = wordsIn(options.language);
  const { asked, isCut } = shown;
  const all = postsOf(shown);
  const body =
    all.length === 1 && !isCut ? (
      <PostArticle post={asked} words={words} />
    ) : (
      <ThreadList thread={shown} words={words} />
    );
  return blueskyDocument(body, { shown: asked, all }, options);
}

function shownThread(thread: BlueskyThread, options: BlueskyPageOptions): ShownThread {
  const words = wordsIn(options.language);
  const asked = postOfBluesky(thread.post, options, words);
  const beside = (post: BlueskyPost) => besideOf(post, { asked, options, words });
  const whole = {
    before: thread.before.map(beside),
    asked,
    after: thread.after.map(beside),
    isCut: thread.isCut,
  };
  // With the longest theme, so that the same posts are shown whatever the theme is.
  const measured = { ...options, theme: 'light' as const };
  const lone = documentOf({ before: [], asked, after: [], isCut: true }, measured);
  const room = largestThreadPage - bytesOf(lone.html);
  return fittingThread(whole, room, (post) => bytesOf(itemOf(post, words)));
}

/** As they are shown: what a post replies to stands above it, but for the first one. */
function postsOf({ before, asked, after }: ShownThread): readonly Post[] {
  return [...before, asked, ...after].map((post, at) =>
    at === 0 ? post : { ...post, reply: null },
  );
}

interface Beside {
  readonly asked: Post;
  readonly options: BlueskyPageOptions;
  readonly words: Words;
}

/** A post beside the one that was asked for, with pictures of its own address, and its author's as beside that one. */
function besideOf(post: BlueskyPost, { asked, options, words }: Beside): Post {
  const address = { actor: post.did, rkey: post.rkey };
  const shown = postOfBluesky(post, { ...options, address }, words, createThreadPostBudget);
  const avatar = (shown.author?.avatar && asked.author?.avatar) ?? null;
  const author = shown.author && { ...shown.author, avatar, verified: null };
  return { ...shown, author, isBeside: true };
}

function itemOf(post: Post, words: Words): string {
  return renderToString(<ThreadItem post={post} words={words} />);
}

/** The posts around the one that was asked for in turn, the next ones first, until a side has one that does not fit. */
function fittingThread(
  thread: ShownThread,
  room: number,
  sizeOf: (post: Post) => number,
): ShownThread {
  const share = createAllowance(Math.max(0, room));
  const above = { posts: thread.before.toReversed(), shown: 0, isOpen: true };
  const below = { posts: thread.after, shown: 0, isOpen: true };
  while (above.isOpen || below.isOpen) {
    for (const side of [below, above]) {
      const next = side.posts[side.shown];
      side.isOpen = side.isOpen && next !== undefined && share.take(sizeOf(next));
      if (side.isOpen) side.shown += 1;
    }
  }
  const isWhole = above.shown === above.posts.length && below.shown === below.posts.length;
  return {
    ...thread,
    before: above.posts.slice(0, above.shown).toReversed(),
    after: below.posts.slice(0, below.shown),
    isCut: thread.isCut || !isWhole,
  };
}

function ThreadList({ thread, words }: { readonly thread: ShownThread; readonly words: Words }) {
  const { before, asked, isCut } = thread;
  const posts = postsOf(thread);
  return (
    <ol class="thread">
      {posts.map((post, at) => (
        <ThreadItem
          key={post.permalink}
          post={post}
          words={words}
          isCurrent={at === before.length && posts.length > 1}
        />
      ))}
      {isCut && (
        <li class="soft">
          <OutLink href={asked.permalink}>{words.messages.restOfThread(bluesky)}</OutLink>
        </li>
      )}
    </ol>
  );
}

interface ThreadItemProps {
  readonly post: Post;
  readonly words: Words;
  readonly isCurrent?: boolean;
}

function ThreadItem({ post, words, isCurrent = false }: ThreadItemProps): ComponentChildren {
  return (
    <li aria-current={isCurrent ? 'true' : undefined}>
      <PostArticle post={post} words={words} />
    </li>
  );
}
