import type { FoundBlueskyPost } from '../bluesky/bluesky-posts.js';
import type { FoundBlueskyThread } from '../bluesky/bluesky-threads.js';
import { type Found, nameOfSnapshot, type ShownSnapshot } from '../cache/found.js';
import type { Memoise } from '../cache/response-cache.js';
import { pageReply, type PreparedReply } from '../http/prepared-reply.js';
import type { FoundMedia } from '../media/media.js';
import { knownLanguage, type Language } from '../pages/messages.js';
import { knownTheme, type PageOptions, type Theme } from '../pages/page.js';
import {
  knownParameter,
  type PagePreferences,
  type PlayerOptions,
} from '../pages/page-renderer.js';
import {
  type View,
  viewOfBluesky,
  viewOfBlueskyThread,
  viewOfMedia,
  viewOfStatus,
  viewOfStatusThread,
  viewOfTweet,
  viewOfTweetThread,
  viewOfVideo,
} from '../pages/page-views.js';
import { noteOfSnapshot } from '../pages/post.js';
import type { FoundStatusThread } from '../statuses/status-threads.js';
import type { FoundStatus } from '../statuses/statuses.js';
import type { FoundTweetThread } from '../tweets/tweet-threads.js';
import type { FoundTweet } from '../tweets/tweets.js';
import type { Video } from '../videos/video.js';
import { renderFragment } from './fragment.js';

export interface FragmentOptions {
  readonly publicUrl: string;
  readonly language: Language;
  readonly theme?: Theme | undefined;
}

type Making = PreparedReply | Promise<PreparedReply>;
type FoundVideo = Pick<Found<Video>, 'copy' | 'value'>;

/** HTML of each kind of item. */
export const fragments = {
  tweet: ({ value, snapshot }: Pick<FoundTweet, 'value' | 'snapshot'>) =>
    fragmentOf((site) => viewOfTweet(value(), site), snapshot),
  tweetThread: ({ value, snapshot }: Pick<FoundTweetThread, 'value' | 'snapshot'>) =>
    fragmentOf((site) => viewOfTweetThread(value(), site), snapshot),
  status: ({ value, statusUrl, snapshot }: Pick<FoundStatus, 'value' | 'snapshot' | 'statusUrl'>) =>
    fragmentOf((site) => viewOfStatus(value(), { ...site, statusUrl }), snapshot),
  statusThread: ({
    value,
    statusUrl,
    snapshot,
  }: Pick<FoundStatusThread, 'value' | 'snapshot' | 'statusUrl'>) =>
    fragmentOf((site) => viewOfStatusThread(value(), { ...site, statusUrl }), snapshot),
  bluesky: ({
    value,
    address,
    snapshot,
  }: Pick<FoundBlueskyPost, 'value' | 'snapshot' | 'address'>) =>
    fragmentOf((site) => viewOfBluesky(value(), { ...site, address }), snapshot),
  blueskyThread: ({
    value,
    address,
    snapshot,
  }: Pick<FoundBlueskyThread, 'value' | 'snapshot' | 'address'>) =>
    fragmentOf((site) => viewOfBlueskyThread(value(), { ...site, address }), snapshot),
  media: ({ value }: Pick<FoundMedia, 'value'>) => fragmentOf((site) => viewOfMedia(value(), site)),
  video: ({ value }: FoundVideo, { start, t, h }: Omit<PlayerOptions, 'id'>) =>
    fragmentOf((site) => viewOfVideo(value(), { ...site, parameters: { start, t, h } })),
};

export type RenderFragment = (options: FragmentOptions) => string;

const fragmentOf =
  (viewIn: (options: PageOptions) => View, snapshot?: ShownSnapshot): RenderFragment =>
  (given) => {
    const options: PageOptions = {
      ...{ ...given, frameAncestors: [], isElsewhere: true },
      snapshot: noteOfSnapshot(snapshot),
    };
    return renderFragment(viewIn(options), options);
  };

/** The same as replies, each made once for each copy, language and theme. */
export type FragmentRenderer = ReturnType<typeof createFragmentRenderer>;

export function createFragmentRenderer({
  publicUrl,
  memoise,
}: {
  readonly publicUrl: string;
  readonly memoise: Memoise;
}) {
  const contentSecurityPolicy = policyOf(publicUrl);
  const make = (
    { copy, snapshot }: Pick<Found<unknown>, 'copy' | 'snapshot'>,
    preferences: PagePreferences,
    render: RenderFragment,
    ...parts: readonly (string | undefined)[]
  ): Making => {
    const language = knownLanguage(preferences.lang) ?? 'en';
    const theme = knownTheme(preferences.theme);
    const name = `fragment ${language} ${theme ?? ''} ${JSON.stringify(parts)}${nameOfSnapshot(snapshot)}`;
    return memoise(copy, name, () =>
      pageReply({ html: render({ publicUrl, language, theme }), contentSecurityPolicy }),
    );
  };
  return {
    tweet: (found: FoundTweet, preferences: PagePreferences) =>
      make(found, preferences, fragments.tweet(found)),
    tweetThread: (found: FoundTweetThread, preferences: PagePreferences) =>
      make(found, preferences, fragments.tweetThread(found)),
    status: (found: FoundStatus, preferences: PagePreferences) =>
      make(found, preferences, fragments.status(found), found.statusUrl),
    statusThread: (found: FoundStatusThread, preferences: PagePreferences) =>
      make(found, preferences, fragments.statusThread(found), found.statusUrl),
    bluesky: (found: FoundBlueskyPost, preferences: PagePreferences) =>
      make(found, preferences, fragments.bluesky(found), found.address.actor),
    blueskyThread: (found: FoundBlueskyThread, preferences: PagePreferences) =>
      make(found, preferences, fragments.blueskyThread(found), found.address.actor),
    media: (found: FoundMedia, preferences: PagePreferences) =>
      make(found, preferences, fragments.media(found)),
    video: (found: FoundVideo, options: PagePreferences & PlayerOptions) => {
      const [start, t, h] = [options.start, options.t, options.h].map(knownParameter);
      const render = fragments.video(found, { start, t, h });
      return make(found, options, render, options.id, start, t, h);
    },
  };
}

/** For who opens a fragment by itself: it looks as in a site, and runs and frames nothing. */
function policyOf(publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  return (
    `default-src 'none'; style-src ${origin}; img-src ${origin}; base-uri 'none'; form-action 'none'; ` +
    `frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox`
  );
}
