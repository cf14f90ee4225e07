import type { Memoise } from '../cache/response-cache.js';
import { knownLanguage } from './messages.js';
import { knownTheme, type PageOptions } from './page.js';
import { renderStatusPage } from './status-page.js';
import { renderTweetPage } from './tweet-page.js';
import { renderVideoPage } from './video-page.js';
import { toStatus } from '../statuses/status-mapping.js';
import { toTweet } from '../tweets/tweet-mapping.js';
import { pageReply } from '../http/prepared-reply.js';
import type { PageRenderer, PagePreferences } from './page-renderer.port.js';

export interface PageRendererParts {
  readonly publicUrl: string;
  readonly frameAncestors: readonly string[];
  readonly memoise: Memoise;
}

/** The render functions with all that is the same for every page. An unknown language becomes English. */
export function createPageRenderer({ memoise, ...site }: PageRendererParts): PageRenderer {
  const optionsOf = (preferences: PagePreferences): PageOptions => ({
    ...site,
    language: knownLanguage(preferences.lang) ?? 'en',
    theme: knownTheme(preferences.theme),
  });
  return {
    tweet: ({ copy, raw }, preferences) => {
      const options = optionsOf(preferences);
      return memoise(copy, named(options), () =>
        pageReply(renderTweetPage(toTweet(raw()), options)),
      );
    },
    status: ({ copy, raw, host, statusUrl }, preferences) => {
      const options = { ...optionsOf(preferences), statusUrl };
      return memoise(copy, named(options, statusUrl), () =>
        pageReply(renderStatusPage(toStatus(raw(), host), options)),
      );
    },
    video: ({ copy, value }, { id, start, t, h }, preferences) => {
      const options = { ...optionsOf(preferences), parameters: { start, t, h } };
      return memoise(copy, named(options, id, start, t, h), () =>
        pageReply(renderVideoPage(value(), options)),
      );
    },
  };
}

/** Everything but the copy that a page is made of. */
function named({ language, theme }: PageOptions, ...parts: readonly (string | undefined)[]) {
  const all = parts.some((part) => part !== undefined) ? JSON.stringify(parts) : '';
  return `page ${language} ${theme ?? ''} ${all}`;
}
