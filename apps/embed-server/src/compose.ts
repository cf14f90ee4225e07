import { createHttpClient, parseAllowList, type IsAllowed } from '@triptych/http-client';
import { listOf, type ServerOptions } from '@triptych/service-host';
import type { PartKeys } from './cache/part-keys.js';
import type { Clock, MaxWait, ReadThrough } from './cache/read-through.js';
import { composeCache } from './compose-cache.js';
import { createPictureUrls } from './compose-pictures.js';
import { composePurging } from './compose-purging.js';
import { composeRecheck, composeSnapshots } from './compose-snapshots.js';
import { createFaultLog } from './outbound/fault-log.js';
import { createUpstreams, type Upstreams } from './outbound/pipeline.http.js';
import { replyWait } from './outbound/reply-wait.js';
import { outboundSettings, publicUrlOf, baseOf, type Config } from './config.js';
import { createPostSource } from './bluesky/bluesky.http.js';
import { blueskyImageUrls } from './bluesky/bluesky-images.js';
import { createReadBlueskyPost } from './bluesky/bluesky-posts.js';
import { createReadBlueskyThread } from './bluesky/bluesky-threads.js';
import { createImageSource } from './images/images.http.js';
import { createReadImage, type ReadImage } from './images/images.js';
import { createReadPostImage } from './images/post-images.js';
import { createBehindReplies, type GoOnBehindReply } from './http/behind-replies.js';
import { validOriginsOf } from './http/origins.hook.js';
import { createFragmentRenderer } from './fragments/fragment-renderer.js';
import { createPageRenderer } from './pages/page-renderer.js';
import { createMediaPages } from './media/media.js';
import { createOembedSource as createMediaSource } from './media/oembed.http.js';
import { loadProviders } from './media/providers.files.js';
import { createReadEmbed, withoutThreads } from './oembed/read-embed.js';
import { createDescribeEmbed } from './oembed/oembed.js';
import { createShowPlayground } from './playground/playground.js';
import { createActivityPubSource } from './statuses/activitypub.http.js';
import { createActivityPubContext } from './statuses/activitypub-context.http.js';
import { askByHttps } from './statuses/instance.http.js';
import { createMastodonContext } from './statuses/mastodon-context.http.js';
import { createMisskeyContext } from './statuses/misskey-context.http.js';
import type { StatusContexts } from './statuses/status-context.port.js';
import { createReadStatusThread } from './statuses/status-threads.js';
import { createMastodonSource } from './statuses/mastodon.http.js';
import { createMisskeySource } from './statuses/misskey.http.js';
import { statusImageUrls } from './statuses/status-images.js';
import type { StatusSources } from './statuses/status-source.port.js';
import { createReadStatus } from './statuses/statuses.js';
import { createWebfingerSource } from './statuses/webfinger.http.js';
import { createApiSource } from './tweets/api.http.js';
import { createOembedSource } from './tweets/oembed.http.js';
import { createSyndicationSource } from './tweets/syndication.http.js';
import { tweetImageUrls } from './tweets/tweet-images.js';
import { createReadTweetThread } from './tweets/tweet-threads.js';
import type { TweetSource } from './tweets/tweet-source.port.js';
import { createReadTweet } from './tweets/tweets.js';
import { createFollowFacebook } from './videos/facebook.http.js';
import { createVideos, type VideoSources } from './videos/videos.js';
import { createVimeoSource } from './videos/vimeo.http.js';
import { createYoutubeSource } from './videos/youtube.http.js';

export type Host = Pick<ServerOptions, 'name' | 'version' | 'metrics' | 'logger' | 'redis'>;

export type Parts = ReturnType<typeof compose>;

/** Connects adapters and use cases. */
export function compose(config: Config, host: Host, clock: Clock = Date.now) {
  const allowHosts = listOf(config.OUTBOUND_ALLOW_HOSTS);
  const publicUrl = publicUrlOf(config);
  const http = createHttpClient({
    userAgent: `triptych-embed-server/${host.version} (+${publicUrl})`,
    allowHosts,
  });
  const isAllowed = parseAllowList(allowHosts);
  const logFault = createFaultLog(host.logger);
  const outbound = { ...outboundSettings(config), isAllowed, logFault };
  const upstreams = createUpstreams(http, outbound, host.metrics);
  const cache = composeCache(config, host, {
    now: clock,
    onForgotten: (key) => snapshots?.onForgotten(key),
    onFailure: logFault,
  });
  const { readThrough, responseCache, settled, partKeys } = cache;
  const { memoise } = responseCache;
  const fetchImage = createImageSource(upstreams.client('images'), config.IMAGE_MAX_BYTES);
  const readImage = createReadImage(fetchImage, readThrough);
  const goOnBehindReply = createBehindReplies();
  const snapshots = composeSnapshots(config, host, { cache, readImage, http, now: clock });
  const posts = postReaders(config, {
    upstreams,
    readThrough: snapshots?.readThrough ?? readThrough,
    isAllowed,
    goOnBehindReply,
    partKeys,
  });
  const recheck = snapshots && composeRecheck(snapshots, { config, now: clock, readers: posts });
  const sources = videoSources(config, upstreams);
  const videos = createVideos({
    sources,
    youtubeImageUrl: baseOf(config.YOUTUBE_IMAGE_URL),
    readThrough,
    titleWait: decorationWait(config),
    goOnBehindReply,
  });
  const media = mediaPages(config, { upstreams, readThrough, isAllowed, readImage });
  const { followFacebook } = videos;
  const readEmbed = createReadEmbed({ ...posts, followFacebook, media, publicUrl });
  const describing = { ...posts, videos, media, publicUrl };
  const describeEmbed = createDescribeEmbed({ ...describing, readEmbed });
  return {
    ...posts,
    ...postImageReaders(posts, { readImage, memoise }),
    videos,
    media,
    describeEmbed,
    /** `null`: nobody may purge. */
    purging: composePurging(config, {
      describeEmbed,
      describePost: createDescribeEmbed({ ...describing, readEmbed: withoutThreads(readEmbed) }),
      forget: cache.forget,
      withParts: partKeys.withParts,
      copyOf: cache.copyOf,
      holdersOf: cache.holdersOf,
      pictureUrlsOf: createPictureUrls(videos, media),
      eraseSnapshots: snapshots?.erase ?? null,
    }),
    readImage,
    pages: createPageRenderer({
      publicUrl,
      frameAncestors: listOf(config.FRAME_ANCESTORS),
      memoise,
    }),
    fragments: createFragmentRenderer({ publicUrl, memoise }),
    responseCache,
    showPlayground: createShowPlayground(readEmbed, publicUrl),
    validOrigins: validOriginsOf(listOf(config.VALID_ORIGINS), publicUrl),
    /** Milliseconds for all outbound calls of one request. */
    requestDeadline: config.REQUEST_DEADLINE_MS,
    /** Resolves when nothing is being fetched from another server, or kept. */
    settled: async () => {
      await settled();
      await snapshots?.settled();
    },
    /** Asks for kept posts again that nobody asks for. */
    recheck: recheck?.recheck ?? (() => Promise.resolve()),
    close: async () => {
      recheck?.stop();
      await cache.close();
      await Promise.all([snapshots?.close(), upstreams.close()]);
    },
  };
}

interface PostReaderParts extends ReaderParts {
  readonly partKeys: PartKeys;
  readonly goOnBehindReply: GoOnBehindReply;
}

interface ReaderParts {
  readonly upstreams: Upstreams;
  readonly readThrough: ReadThrough;
  readonly isAllowed: IsAllowed;
}

/** For what a reply is worth sending without: a reply has its post or its player at once, and the rest if that comes soon. */
function decorationWait({ REQUEST_DEADLINE_MS }: Config): MaxWait {
  return replyWait(REQUEST_DEADLINE_MS / 8);
}

function postReaders(
  config: Config,
  { upstreams, readThrough, isAllowed, goOnBehindReply, partKeys }: PostReaderParts,
) {
  const bluesky = createPostSource(baseOf(config.BLUESKY_API_URL), upstreams.client('bluesky'));
  const { fetchPost, fetchThread } = bluesky;
  const readBlueskyPost = createReadBlueskyPost(fetchPost, readThrough);
  const { contexts, ...sources } = statusSources(
    upstreams,
    isAllowed,
    decorationWait(config).milliseconds,
  );
  const partsWait = { partWait: decorationWait(config), goOnBehindReply, partKeys };
  const readStatus = createReadStatus({
    ...sources,
    readThrough,
    publicUrl: publicUrlOf(config),
    ...partsWait,
  });
  const readTweet = createReadTweet({
    sources: tweetSources(config, upstreams),
    readThrough,
    ...partsWait,
  });
  const threads = { threadWait: decorationWait(config), goOnBehindReply };
  return {
    readTweet,
    readTweetThread: createReadTweetThread({ readTweet, ...threads }),
    readStatus,
    readStatusThread: createReadStatusThread({ readStatus, contexts, readThrough, ...threads }),
    readBlueskyPost,
    readBlueskyThread: createReadBlueskyThread({
      fetchThread,
      readPost: readBlueskyPost,
      readThrough,
      ...threads,
    }),
  };
}

function postImageReaders(
  { readTweet, readStatus, readBlueskyPost }: ReturnType<typeof postReaders>,
  proxied: Parameters<typeof createReadPostImage>[2],
) {
  return {
    readTweetImage: createReadPostImage(readTweet, tweetImageUrls, proxied),
    readStatusImage: createReadPostImage(readStatus, statusImageUrls, proxied),
    readBlueskyImage: createReadPostImage(readBlueskyPost, blueskyImageUrls, proxied),
  };
}

function tweetSources(config: Config, { fetchJson }: Upstreams): TweetSource[] {
  const token = config.TWITTER_BEARER_TOKEN;
  return [
    createSyndicationSource(baseOf(config.TWITTER_SYNDICATION_URL), fetchJson('x_syndication')),
    ...(token === undefined
      ? []
      : [createApiSource(baseOf(config.TWITTER_API_URL), token, fetchJson('x_api'))]),
    createOembedSource(baseOf(config.TWITTER_OEMBED_URL), fetchJson('x_oembed')),
  ];
}

function videoSources(config: Config, { client, fetchJson }: Upstreams): VideoSources {
  const { FACEBOOK_URL, FB_WATCH_URL } = config;
  const facebookUrls = { facebook: baseOf(FACEBOOK_URL), 'fb.watch': baseOf(FB_WATCH_URL) };
  return {
    fetchVimeo: createVimeoSource(
      baseOf(config.VIMEO_API_URL),
      fetchJson('vimeo'),
      decorationWait(config).milliseconds,
    ),
    fetchYoutube: createYoutubeSource(baseOf(config.YOUTUBE_OEMBED_URL), fetchJson('youtube')),
    followFacebook: createFollowFacebook(facebookUrls, client('facebook')),
  };
}

function mediaPages(
  config: Config,
  { upstreams, isAllowed, ...shared }: ReaderParts & { readonly readImage: ReadImage },
) {
  const { META_ACCESS_TOKEN, THREADS_ACCESS_TOKEN } = config;
  return createMediaPages({
    ...shared,
    publicUrl: publicUrlOf(config),
    findProvider: loadProviders(config.OEMBED_PROVIDERS, isAllowed),
    fetchOembed: createMediaSource(upstreams.client('media')),
    tokens: {
      Instagram: META_ACCESS_TOKEN,
      Facebook: META_ACCESS_TOKEN,
      Threads: THREADS_ACCESS_TOKEN ?? META_ACCESS_TOKEN,
    },
  });
}

/** `wait`: milliseconds after which the next source is asked, too. */
function statusSources({ client }: Upstreams, isPlain: IsAllowed, wait: number) {
  const instances = askByHttps(client('fediverse'), isPlain);
  const sources: StatusSources = {
    mastodon: createMastodonSource(instances),
    activitypub: createActivityPubSource(instances, wait),
    misskey: createMisskeySource(instances),
  };
  const contexts: StatusContexts = {
    mastodon: createMastodonContext(instances),
    activitypub: createActivityPubContext(instances),
    misskey: createMisskeyContext(instances),
  };
  return { sources, contexts, fetchAccount: createWebfingerSource(instances), isPlain };
}
