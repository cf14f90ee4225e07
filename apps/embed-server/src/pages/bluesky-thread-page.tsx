import type { BlueskyPost } from '../bluesky/bluesky-post.js';
import type { BlueskyThread } from '../bluesky/bluesky-threads.js';
import { type BlueskyPageOptions, blueskyView, postOfBluesky } from './bluesky-page.js';
import { wordsIn } from './locale.js';
import { createThreadPostBudget } from './page-budget.js';
import { besideOf, threadPages, type ThreadSource } from './thread-page.js';

export const {
  render: renderBlueskyThreadPage,
  viewElsewhere: viewOfBlueskyThread,
  height: blueskyThreadHeight,
} = threadPages(sourceOf);

function sourceOf(
  thread: BlueskyThread,
  options: BlueskyPageOptions,
): ThreadSource<BlueskyPageOptions> {
  const words = wordsIn(options.language);
  const snapshot = options.snapshot ?? null;
  const asked = { ...postOfBluesky(thread.post, options, words), snapshot };
  const beside = (post: BlueskyPost) => {
    // Its pictures are those of its own address.
    const address = { actor: post.did, rkey: post.rkey };
    const shown = postOfBluesky(post, { ...options, address }, words, createThreadPostBudget);
    return besideOf(shown, asked);
  };
  const posts = {
    before: thread.before.map(beside),
    asked,
    after: thread.after.map(beside),
    isCut: thread.isCut,
  };
  return { thread: posts, options, viewOf: blueskyView };
}
