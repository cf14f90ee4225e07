import type { TweetThread } from '../tweets/tweet-threads.js';
import type { Tweet } from '../tweets/tweet.js';
import { wordsIn } from './locale.js';
import { createThreadPostBudget } from './page-budget.js';
import type { View } from './document.js';
import type { Page, PageOptions } from './page.js';
import { noteOfSnapshot } from './post.js';
import {
  besideOf,
  renderThreadPage,
  threadPageHeight,
  type ThreadSource,
  viewOfThreadElsewhere,
} from './thread-page.js';
import { postOfTweet, tweetView } from './tweet-page.js';

/** The page behind `/tweet/:id.amp?thread=1`. */
export function renderTweetThreadPage(thread: TweetThread, options: PageOptions): Page {
  return renderThreadPage(sourceOf(thread, options));
}

export function viewOfTweetThread(thread: TweetThread, options: PageOptions): View {
  const onOwnPage = sourceOf(thread, { ...options, isElsewhere: false });
  return viewOfThreadElsewhere(sourceOf(thread, options), onOwnPage);
}

/** Pixels of that page in a frame of this width, before anybody opened anything. */
export function tweetThreadHeight(
  thread: TweetThread,
  options: PageOptions,
): (width: number) => number {
  return threadPageHeight(sourceOf(thread, options));
}

function sourceOf(thread: TweetThread, options: PageOptions): ThreadSource<PageOptions> {
  const words = wordsIn(options.language);
  const snapshot = options.snapshot ?? null;
  const asked = { ...postOfTweet(thread.post, options, words), snapshot };
  const beside = (tweet: Tweet) =>
    besideOf(postOfTweet(tweet, options, words, createThreadPostBudget), asked);
  const posts = {
    before: thread.before.map((tweet, at) => ({
      ...beside(tweet),
      snapshot: noteOfSnapshot(thread.snapshots[at]),
    })),
    asked,
    after: thread.after.map(beside),
    isCut: thread.isCut,
  };
  return { thread: posts, options, viewOf: tweetView };
}
