import type { TweetThread } from '../tweets/tweet-threads.js';
import type { Tweet } from '../tweets/tweet.js';
import { wordsIn } from './locale.js';
import { createThreadPostBudget } from './page-budget.js';
import type { PageOptions } from './page.js';
import { noteOfSnapshot } from './post.js';
import { viewOfPosts } from './post-view.js';
import { besideOf, threadPages, type ThreadSource } from './thread-page.js';
import { postOfTweet } from './tweet-page.js';

export const {
  render: renderTweetThreadPage,
  viewElsewhere: viewOfTweetThread,
  height: tweetThreadHeight,
} = threadPages(sourceOf);

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
  return { thread: posts, options, viewOf: viewOfPosts };
}
