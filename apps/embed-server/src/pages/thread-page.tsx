import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { renderDocument, type View } from './document.js';
import { OutLink } from './links.js';
import { type Words, wordsIn } from './locale.js';
import { bytesOf, createAllowance, largestThreadPage } from './page-budget.js';
import type { Page, PageOptions } from './page.js';
import { PostArticle } from './post-article.js';
import { listHeight } from './post-height.js';
import type { ViewOf } from './post-view.js';
import type { Post } from './post.js';

/** The posts of an author around the one that was asked for, as a page shows them. */
export interface ThreadPosts {
  readonly before: readonly Post[];
  readonly asked: Post;
  readonly after: readonly Post[];
  readonly isCut: boolean;
}

/** What one network makes a page of. */
export interface ThreadSource<Options extends PageOptions> {
  readonly thread: ThreadPosts;
  readonly options: Options;
  readonly viewOf: ViewOf<Options>;
}

/**
 * What is made of the threads of one network: the author's posts in their order. Those next to the one that was asked for are
 * shown for as long as the page has room, whatever that one takes.
 */
export function threadPages<Thread, Options extends PageOptions>(
  sourceOf: (thread: Thread, options: Options) => ThreadSource<Options>,
) {
  return {
    /** The page behind `.amp?thread=1`. */
    render: (thread: Thread, options: Options): Page => {
      const source = sourceOf(thread, options);
      return renderDocument(shownThread({ ...source, thread: fittingPosts(source) }), options);
    },
    /** For another page than that one, where addresses are longer: with the posts that fit there. */
    viewElsewhere: (thread: Thread, options: Options): View => {
      const source = sourceOf(thread, options);
      const onOwnPage = fittingPosts(sourceOf(thread, { ...options, isElsewhere: false }));
      return shownThread({ ...source, thread: withSameCut(source.thread, onOwnPage) });
    },
    /** Pixels of the page in a frame of this width, before anybody opened anything. */
    height: (thread: Thread, options: Options): ((width: number) => number) => {
      const words = wordsIn(options.language);
      const shown = fittingPosts(sourceOf(thread, options));
      const below = shown.isCut ? words.messages.restOfThread(shown.asked.place) : null;
      return (width) => listHeight(postsOf(shown), below, { width, words });
    },
  };
}

/** A post beside the one that was asked for, whose author it names in the same way. */
export function besideOf(post: Post, asked: Post): Post {
  const avatar = (post.author?.avatar && asked.author?.avatar) ?? null;
  const author = post.author && { ...post.author, avatar, verified: null };
  return { ...post, author, isBeside: true };
}

function shownThread<Options extends PageOptions>({
  thread,
  options,
  viewOf,
}: ThreadSource<Options>): View {
  const words = wordsIn(options.language);
  const { asked, isCut } = thread;
  const all = postsOf(thread);
  const body =
    all.length === 1 && !isCut ? (
      <PostArticle post={asked} words={words} />
    ) : (
      <ThreadList thread={thread} words={words} />
    );
  return viewOf(body, { shown: asked, all }, options);
}

function withSameCut({ before, asked, after }: ThreadPosts, cut: ThreadPosts): ThreadPosts {
  return {
    before: before.slice(before.length - cut.before.length),
    asked,
    after: after.slice(0, cut.after.length),
    isCut: cut.isCut,
  };
}

function fittingPosts<Options extends PageOptions>(source: ThreadSource<Options>): ThreadPosts {
  const { thread, options } = source;
  const words = wordsIn(options.language);
  // With the longest theme, so that the same posts are shown whatever the theme is.
  const measured = { ...options, theme: 'light' as const };
  const bytesWith = (posts: ThreadPosts) => {
    const view = shownThread({ ...source, options: measured, thread: posts });
    return bytesOf(renderDocument(view, measured).html);
  };
  // Needs no link to the rest, and may name the base of its pictures.
  if (bytesWith(thread) <= largestThreadPage) return thread;
  const alone = { before: [], asked: thread.asked, after: [], isCut: true };
  const room = largestThreadPage - bytesWith(alone);
  return fittingThread(thread, room, (post) => bytesOf(itemOf(post, words)));
}

/** As they are shown: what a post replies to stands above it, but for the first one. */
function postsOf({ before, asked, after }: ThreadPosts): readonly Post[] {
  return [...before, asked, ...after].map((post, at) =>
    at === 0 ? post : { ...post, reply: null },
  );
}

function itemOf(post: Post, words: Words): string {
  return renderToString(<ThreadItem post={post} words={words} />);
}

/** The posts around the one that was asked for in turn, the next ones first, until a side has one that does not fit. */
function fittingThread(
  thread: ThreadPosts,
  room: number,
  sizeOf: (post: Post) => number,
): ThreadPosts {
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

function ThreadList({ thread, words }: { readonly thread: ThreadPosts; readonly words: Words }) {
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
          <OutLink href={asked.permalink}>{words.messages.restOfThread(asked.place)}</OutLink>
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
