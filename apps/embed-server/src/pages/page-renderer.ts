import type { Memoise } from '../cache/response-cache.js';
import { knownLanguage } from './messages.js';
import { knownTheme, type Page, type PageOptions } from './page.js';
import { renderBlueskyPage, renderWithheldPage } from './bluesky-page.js';
import { renderBlueskyThreadPage } from './bluesky-thread-page.js';
import { renderMediaPage } from './media-page.js';
import { renderStatusPage } from './status-page.js';
import { renderStatusThreadPage } from './status-thread-page.js';
import { renderTweetPage } from './tweet-page.js';
import { renderTweetThreadPage } from './tweet-thread-page.js';
import { renderVideoPage } from './video-page.js';
import { atOnce } from '../http/event-loop-turns.js';
import { pageReply, type PreparedReply } from '../http/prepared-reply.js';
import type { Found, ShownSnapshot } from '../cache/found.js';
import { noteOfSnapshot } from './post.js';
import type { PostAddress } from '../bluesky/post-address.js';
import type { FoundBlueskyPost } from '../bluesky/bluesky-posts.js';
import type { FoundBlueskyThread } from '../bluesky/bluesky-threads.js';
import type { FoundMedia } from '../media/media.js';
import type { FoundStatusThread } from '../statuses/status-threads.js';
import type { FoundStatus } from '../statuses/statuses.js';
import type { FoundTweetThread } from '../tweets/tweet-threads.js';
import type { FoundTweet } from '../tweets/tweets.js';
import type { Video } from '../videos/video.js';

/** What the client asks for; whatever is not known is as if it had not been asked for. */
export interface PagePreferences {
  readonly lang?: string;
  readonly theme?: string;
}

export interface PlayerOptions {
  /** Of the video: not every host has a copy for each. */
  readonly id: string;
  readonly start?: string;
  readonly t?: string;
  readonly h?: string;
}

/** Known, or made when the event loop has time for it; throws ServerBusy. */
type Making = PreparedReply | Promise<PreparedReply>;

/** Data to HTML, with all that is the same for every page already known. */
export interface PageRenderer {
  tweet(found: FoundTweet, preferences: PagePreferences): Making;
  tweetThread(found: FoundTweetThread, preferences: PagePreferences): Making;
  status(found: FoundStatus, preferences: PagePreferences): Making;
  statusThread(found: FoundStatusThread, preferences: PagePreferences): Making;
  bluesky(found: FoundBlueskyPost, preferences: PagePreferences): Making;
  blueskyThread(found: FoundBlueskyThread, preferences: PagePreferences): Making;
  /** Of a post that may not be shown. */
  withheld(address: PostAddress, preferences: PagePreferences): PreparedReply;
  media(found: FoundMedia, preferences: PagePreferences): Making;
  video(
    found: Pick<Found<Video>, 'copy' | 'value'>,
    options: PagePreferences & PlayerOptions,
  ): Making;
}

export interface PageRendererParts {
  readonly publicUrl: string;
  readonly frameAncestors: readonly string[];
  readonly memoise: Memoise;
}

/** The render functions with all that is the same for every page. An unknown language becomes English. */
export function createPageRenderer({ memoise, ...site }: PageRendererParts): PageRenderer {
  const optionsOf = (preferences: PagePreferences, snapshot?: ShownSnapshot): PageOptions => ({
    ...site,
    language: knownLanguage(preferences.lang) ?? 'en',
    theme: knownTheme(preferences.theme),
    snapshot: noteOfSnapshot(snapshot),
  });
  const draw = (copy: object | null, name: string, render: () => Page) =>
    memoise(copy, name, () => pageReply(render()));
  return {
    tweet: ({ copy, value, snapshot }, preferences) => {
      const options = optionsOf(preferences, snapshot);
      return draw(copy, named(options), () => renderTweetPage(value(), options));
    },
    tweetThread: ({ copy, value, snapshot }, preferences) => {
      const options = optionsOf(preferences, snapshot);
      return draw(copy, named(options), () => renderTweetThreadPage(value(), options));
    },
    status: ({ copy, value, statusUrl, snapshot }, preferences) => {
      const options = { ...optionsOf(preferences, snapshot), statusUrl };
      return draw(copy, named(options, statusUrl), () => renderStatusPage(value(), options));
    },
    statusThread: ({ copy, value, statusUrl, snapshot }, preferences) => {
      const options = { ...optionsOf(preferences, snapshot), statusUrl };
      return draw(copy, named(options, statusUrl), () => renderStatusThreadPage(value(), options));
    },
    bluesky: ({ copy, value, address, snapshot }, preferences) => {
      const options = { ...optionsOf(preferences, snapshot), address };
      return draw(copy, named(options, address.actor), () => renderBlueskyPage(value(), options));
    },
    blueskyThread: ({ copy, value, address, snapshot }, preferences) => {
      const options = { ...optionsOf(preferences, snapshot), address };
      return draw(copy, named(options, address.actor), () =>
        renderBlueskyThreadPage(value(), options),
      );
    },
    withheld: (address, preferences) =>
      pageReply(renderWithheldPage({ ...optionsOf(preferences), address })),
    media: ({ copy, value }, preferences) => {
      const options = optionsOf(preferences);
      return draw(copy, named(options), () => renderMediaPage(value(), options));
    },
    video: ({ copy, value }, { id, ...given }) => {
      const [start, t, h] = [given.start, given.t, given.h].map(knownParameter);
      const options = { ...optionsOf(given), parameters: { start, t, h } };
      return memoise(
        copy,
        named(options, id, start, t, h),
        () => pageReply(renderVideoPage(value(), options)),
        atOnce,
      );
    },
  };
}

/** No time or hash that a player knows is longer; whatever else is asked for names no page of its own. */
export function knownParameter(value: string | undefined): string | undefined {
  return value !== undefined && value.length <= 64 ? value : undefined;
}

/** Everything but the copy that a page is made of. */
function named(
  { language, theme, snapshot }: PageOptions,
  ...parts: readonly (string | undefined)[]
) {
  const all = parts.some((part) => part !== undefined) ? JSON.stringify(parts) : '';
  // When it was taken follows from the copy.
  const kept = snapshot ? ` snapshot ${snapshot.isGone}` : '';
  return `page ${language} ${theme ?? ''} ${all}${kept}`;
}
