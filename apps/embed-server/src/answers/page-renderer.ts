import { knownLanguage } from '../pages/messages.js';
import { knownTheme, type PageOptions } from '../pages/page.js';
import { renderStatusPage } from '../pages/status-page.js';
import { renderTweetPage } from '../pages/tweet-page.js';
import { renderVideoPage } from '../pages/video-page.js';
import type { PageRenderer, PageWishes } from './page-renderer.port.js';

/** The render functions with all that is the same for every page. An unknown language becomes English. */
export function createPageRenderer(
  publicUrl: string,
  frameAncestors: readonly string[],
): PageRenderer {
  const options = (wishes: PageWishes): PageOptions => ({
    publicUrl,
    frameAncestors,
    language: knownLanguage(wishes.lang) ?? 'en',
    theme: knownTheme(wishes.theme),
  });
  return {
    tweet: (tweet, wishes) => renderTweetPage(tweet, options(wishes)),
    status: (status, statusUrl, wishes) =>
      renderStatusPage(status, { ...options(wishes), statusUrl }),
    video: (video, parameters, wishes) =>
      renderVideoPage(video, { ...options(wishes), parameters }),
  };
}
