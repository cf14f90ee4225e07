import { parseStatusUrl } from '../statuses/parse-status-url.js';
import type { StatusThread } from '../statuses/status-threads.js';
import type { Status } from '../statuses/status.js';
import type { View } from './document.js';
import { wordsIn } from './locale.js';
import { createThreadPostBudget } from './page-budget.js';
import type { Page } from './page.js';
import { postOfStatus, statusView, type StatusPageOptions } from './status-page.js';
import {
  besideOf,
  renderThreadPage,
  threadPageHeight,
  type ThreadSource,
  viewOfThreadElsewhere,
} from './thread-page.js';

/** The page behind `/mastodon/:statusUrl.amp?thread=1`. */
export function renderStatusThreadPage(thread: StatusThread, options: StatusPageOptions): Page {
  return renderThreadPage(sourceOf(thread, options));
}

export function viewOfStatusThread(thread: StatusThread, options: StatusPageOptions): View {
  const onOwnPage = sourceOf(thread, { ...options, isElsewhere: false });
  return viewOfThreadElsewhere(sourceOf(thread, options), onOwnPage);
}

/** Pixels of that page in a frame of this width, before anybody opened anything. */
export function statusThreadHeight(
  thread: StatusThread,
  options: StatusPageOptions,
): (width: number) => number {
  return threadPageHeight(sourceOf(thread, options));
}

function sourceOf(
  thread: StatusThread,
  options: StatusPageOptions,
): ThreadSource<StatusPageOptions> {
  const words = wordsIn(options.language);
  const snapshot = options.snapshot ?? null;
  const asked = { ...postOfStatus(thread.post, options, words), snapshot };
  const beside = (status: Status) => {
    // Its pictures are those of its own address, and its author is named as above: emoji of names are pictures, too.
    const statusUrl = parseStatusUrl(status.url ?? '')?.page ?? options.statusUrl;
    const own = { ...options, statusUrl };
    const shown = postOfStatus(status, own, words, createThreadPostBudget);
    return besideOf({ ...shown, author: asked.author }, asked);
  };
  const posts = {
    before: thread.before.map(beside),
    asked,
    after: thread.after.map(beside),
    isCut: thread.isCut,
  };
  return { thread: posts, options, viewOf: statusView };
}
