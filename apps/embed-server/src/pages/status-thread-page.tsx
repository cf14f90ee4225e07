import { parseStatusUrl } from '../statuses/parse-status-url.js';
import type { StatusThread } from '../statuses/status-threads.js';
import type { Status } from '../statuses/status.js';
import { wordsIn } from './locale.js';
import { createThreadPostBudget } from './page-budget.js';
import { postOfStatus, statusView, type StatusPageOptions } from './status-page.js';
import { besideOf, threadPages, type ThreadSource } from './thread-page.js';

export const {
  render: renderStatusThreadPage,
  viewElsewhere: viewOfStatusThread,
  height: statusThreadHeight,
} = threadPages(sourceOf);

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
