import type { Derive } from '../cache/derived.port.js';
import { knownLanguage } from './messages.js';
import { knownTheme, type PageOptions } from './page.js';
import { renderStatusPage } from './status-page.js';
import { renderTweetPage } from './tweet-page.js';
import { renderVideoPage } from './video-page.js';
import { toStatus } from '../statuses/status-mapping.js';
import { toTweet } from '../tweets/tweet-mapping.js';
import { pageAnswer } from '../http/reply.js';
import type { PageRenderer, PageWishes } from './page-renderer.port.js';

export interface PageRendererParts {
  readonly publicUrl: string;
  readonly frameAncestors: readonly string[];
  readonly derive: Derive;
}

/** The render functions with all that is the same for every page. An unknown language becomes English. */
export function createPageRenderer({ derive, ...site }: PageRendererParts): PageRenderer {
  const optionsOf = (wishes: PageWishes): PageOptions => ({
    ...site,
    language: knownLanguage(wishes.lang) ?? 'en',
    theme: knownTheme(wishes.theme),
  });
  return {
    tweet: ({ copy, raw }, wishes) => {
      const options = optionsOf(wishes);
      return derive(copy, named(options), () =>
        pageAnswer(renderTweetPage(toTweet(raw()), options)),
      );
    },
    status: ({ copy, raw, host, statusUrl }, wishes) => {
      const options = { ...optionsOf(wishes), statusUrl };
      return derive(copy, named(options, statusUrl), () =>
        pageAnswer(renderStatusPage(toStatus(raw(), host), options)),
      );
    },
    video: ({ copy, value }, { id, start, t, h }, wishes) => {
      const options = { ...optionsOf(wishes), parameters: { start, t, h } };
      return derive(copy, named(options, id, start, t, h), () =>
        pageAnswer(renderVideoPage(value(), options)),
      );
    },
  };
}

/** Everything but the copy that a page is made of. */
function named({ language, theme }: PageOptions, ...parts: readonly (string | undefined)[]) {
  const all = parts.some((part) => part !== undefined) ? JSON.stringify(parts) : '';
  return `page ${language} ${theme ?? ''} ${all}`;
}
