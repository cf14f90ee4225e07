import type { BlueskyPost } from '../bluesky/bluesky-post.js';
import type { BlueskyThread } from '../bluesky/bluesky-threads.js';
import { type BlueskyPageOptions, blueskyView, postOfBluesky } from './bluesky-page.js';
import type { View } from './document.js';
import { wordsIn } from './locale.js';
import { createThreadPostBudget } from './page-budget.js';
import type { Page } from './page.js';
import {
  besideOf,
  renderThreadPage,
  threadPageHeight,
  type ThreadSource,
  viewOfThreadElsewhere,
} from './thread-page.js';

/** The page behind `/bluesky/:postUrl.amp?thread=1`. */
export function renderBlueskyThreadPage(thread: BlueskyThread, options: BlueskyPageOptions): Page {
  return renderThreadPage(sourceOf(thread, options));
}

export function viewOfBlueskyThread(thread: BlueskyThread, options: BlueskyPageOptions): View {
  const onOwnPage = sourceOf(thread, { ...options, isElsewhere: false });
  return viewOfThreadElsewhere(sourceOf(thread, options), onOwnPage);
}

/** Pixels of that page in a frame of this width, before anybody opened anything. */
export function blueskyThreadHeight(
  thread: BlueskyThread,
  options: BlueskyPageOptions,
): (width: number) => number {
  return threadPageHeight(sourceOf(thread, options));
}

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
