import type { PageOptions } from '../pages/page.js';
import { languages } from '../pages/messages.js';
import { renderStatusPage } from '../pages/status-page.js';
import { renderTweetPage } from '../pages/tweet-page.js';
import { renderVideoPage } from '../pages/video-page.js';
import type { PageRenderer } from './page-renderer.port.js';

/** The render functions with all that is the same for every page. An unknown language becomes English. */
export function createPageRenderer(
  publicUrl: string,
  frameAncestors: readonly string[],
): PageRenderer {
  const options = (language: string | undefined): PageOptions => ({
    publicUrl,
    frameAncestors,
    language: languages.find((known) => known === language) ?? 'en',
  });
  return {
    tweet: (tweet, language) => renderTweetPage(tweet, options(language)),
    status: (status, statusUrl, language) =>
      renderStatusPage(status, { ...options(language), statusUrl }),
    video: (video, parameters, language) =>
      renderVideoPage(video, { ...options(language), parameters }),
  };
}
