import { createHttpClient, parseAllowList, type HttpClient } from '@triptych/http-client';
import type { AppParts } from './app.js';
import { createMemoryCache } from './cache/cache-store.memory.js';
import { createReadThrough, type Clock } from './cache/read-through.js';
import { listOf, publicUrlOf, type Config } from './config.js';
import { createImageSource } from './images/image-source.http.js';
import { tellImageType } from './images/image-type.js';
import { createReadImage } from './images/images.js';
import { createOriginCheck } from './origins/origins.js';
import { createPageRenderer } from './answers/page-renderer.js';
import { createDescribeEmbed } from './oembed/oembed.js';
import { createMastodonSource } from './statuses/mastodon.http.js';
import { createReadStatus } from './statuses/statuses.js';
import { createApiSource } from './tweets/api.http.js';
import { createOembedSource } from './tweets/oembed.http.js';
import { createSyndicationSource } from './tweets/syndication.http.js';
import type { TweetSource } from './tweets/tweet-source.port.js';
import { createReadTweet } from './tweets/tweets.js';
import { createFetchJson, type FetchJson } from './upstream/upstream-json.http.js';
import { veilRefusals } from './upstream/veiled-client.http.js';
import { createVideos } from './videos/videos.js';
import { createVimeoSource } from './videos/vimeo.http.js';
import { createYoutubeSource } from './videos/youtube.http.js';

export interface Composition extends AppParts {
  close(): Promise<void>;
}

/** Every adapter in its place. */
export function compose(config: Config, version: string, clock?: Clock): Composition {
  const allowHosts = listOf(config.OUTBOUND_ALLOW_HOSTS);
  const publicUrl = publicUrlOf(config);
  const http = createClient(config, allowHosts, version);
  const fetchJson = createFetchJson(http);
  const readThrough = createReadThrough(createMemoryCache(config.CACHE_MAX_BYTES), clock);
  const fetchImage = createImageSource(http, config.IMAGE_MAX_BYTES);
  const readTweet = createReadTweet(tweetSources(config, fetchJson), readThrough);
  const readStatus = createReadStatus(
    createMastodonSource(fetchJson, parseAllowList(allowHosts)),
    readThrough,
  );
  const videos = createVideos({
    fetchVimeo: createVimeoSource(base(config.VIMEO_API_URL), fetchJson),
    fetchYoutube: createYoutubeSource(base(config.YOUTUBE_OEMBED_URL), fetchJson),
    youtubeImageUrl: base(config.YOUTUBE_IMAGE_URL),
    readThrough,
  });
  return {
    readTweet,
    readStatus,
    videos,
    describeEmbed: createDescribeEmbed({ readTweet, readStatus, videos, publicUrl }),
    readImage: createReadImage(fetchImage, tellImageType, readThrough),
    pages: createPageRenderer(publicUrl, listOf(config.FRAME_ANCESTORS)),
    isValidOrigin: createOriginCheck(listOf(config.VALID_ORIGINS), publicUrl),
    close: () => http.close(),
  };
}

function base(url: string): string {
  return url.replace(/\/+$/, '');
}

function createClient(config: Config, allowHosts: string[], version: string): HttpClient {
  const http = createHttpClient({
    userAgent: `triptych-embed-server/${version} (+${publicUrlOf(config)})`,
    allowHosts,
    limits: { deadline: config.UPSTREAM_DEADLINE_MS },
  });
  return veilRefusals(http);
}

function tweetSources(config: Config, fetchJson: FetchJson): TweetSource[] {
  const token = config.TWITTER_BEARER_TOKEN;
  return [
    createSyndicationSource(base(config.TWITTER_SYNDICATION_URL), fetchJson),
    ...(token === undefined
      ? []
      : [createApiSource(base(config.TWITTER_API_URL), token, fetchJson)]),
    createOembedSource(base(config.TWITTER_OEMBED_URL), fetchJson),
  ];
}
