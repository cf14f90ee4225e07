import {
  parseS3Variables,
  s3Faults,
  s3KeyPattern,
  s3UrlPattern,
} from '@triptych/object-storage/address';
import { hostEnvironment, listOf } from '@triptych/service-host';
import { Type, type Static } from 'typebox';
import { faultsOfRegistry } from './media/parse-providers.js';

const MiB = 1024 * 1024;

const baseUrl = (value: string, description: string) =>
  Type.String({ default: value, pattern: '^https?://[^\\s?#]+$', description });

export const configSchema = Type.Object({
  ...hostEnvironment({ port: 8081, healthPort: 2001 }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+$',
      description: 'this server, as browsers see it',
    }),
  ),
  TWITTER_BEARER_TOKEN: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'opens X API v2 as a further source' }),
  ),
  TWITTER_SYNDICATION_URL: baseUrl('https://cdn.syndication.twimg.com', 'asked at /tweet-result'),
  TWITTER_API_URL: baseUrl('https://api.x.com', 'asked at /2/tweets'),
  TWITTER_OEMBED_URL: baseUrl('https://publish.twitter.com', 'asked at /oembed'),
  YOUTUBE_IMAGE_URL: baseUrl('https://i.ytimg.com', 'asked at /vi'),
  YOUTUBE_OEMBED_URL: baseUrl('https://www.youtube.com', 'asked at /oembed'),
  VIMEO_API_URL: baseUrl('https://vimeo.com', 'asked at /api/v2 and /api/oembed.json'),
  FACEBOOK_URL: baseUrl('https://www.facebook.com', 'asked at /share where a shared link leads'),
  FB_WATCH_URL: baseUrl('https://fb.watch', 'the same for the links of this host'),
  BLUESKY_API_URL: baseUrl(
    'https://public.api.bsky.app',
    'asked at /xrpc/app.bsky.feed.getPostThread',
  ),
  META_ACCESS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]+$',
      description: 'opens oEmbed of Instagram and Facebook, and of Threads',
    }),
  ),
  THREADS_ACCESS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]+$',
      description: 'another one for Threads',
    }),
  ),
  OEMBED_PROVIDERS: Type.Optional(
    Type.String({
      description: 'providers.json of oembed.com, as OEMBED_PROVIDERS_FILE; none: the bundled one',
    }),
  ),
  PURGE_KEYS: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e\\s]+$',
      description:
        'keys that open POST /purge, at least 16 characters each, between commas or white space; none: no such route',
    }),
  ),
  SNAPSHOT: Type.Union([Type.Literal('off'), Type.Literal('on')], {
    default: 'off',
    description:
      'on: posts are kept, and shown as snapshots where the upstream fails; wants PURGE_KEYS',
  }),
  SNAPSHOT_DELETED: Type.Union([Type.Literal('follow'), Type.Literal('keep')], {
    default: 'follow',
    description: 'follow: a post that is gone upstream is erased; keep: its snapshot is shown',
  }),
  SNAPSHOT_DIR: Type.String({
    default: 'data/embed-server/snapshots',
    description: 'where they are kept, unless SNAPSHOT_S3_URL says so',
  }),
  SNAPSHOT_S3_URL: Type.Optional(
    Type.String({
      pattern: s3UrlPattern,
      description: 'a bucket of S3: https://HOST/BUCKET/PREFIX?region=REGION',
    }),
  ),
  SNAPSHOT_S3_ACCESS_KEY_ID: Type.Optional(Type.String({ pattern: s3KeyPattern })),
  SNAPSHOT_S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ pattern: s3KeyPattern })),
  SNAPSHOT_MAX_BYTES: Type.Integer({
    minimum: 1024,
    default: 1024 * MiB,
    description: 'all snapshots together; the ones read longest ago leave first',
  }),
  SNAPSHOT_ITEM_MAX_BYTES: Type.Integer({
    minimum: 1024,
    maximum: 64 * MiB,
    default: 4 * MiB,
    description: 'one snapshot; pictures that do not fit are left out',
  }),
  VALID_ORIGINS: Type.String({ default: '*', description: 'origins, comma separated, or *' }),
  FRAME_ANCESTORS: Type.String({
    default: '*',
    pattern: '^[^;\\r\\n]+$',
    description: 'CSP host sources, separated by commas or spaces, or *',
  }),
  OUTBOUND_ALLOW_HOSTS: Type.String({
    default: '',
    description: 'host[:port] list exempt from the address guard and https: development and tests',
  }),
  UPSTREAM_DEADLINE_MS: Type.Integer({ minimum: 50, maximum: 60_000, default: 8_000 }),
  REQUEST_DEADLINE_MS: Type.Integer({ minimum: 50, maximum: 60_000, default: 12_000 }),
  IMAGE_MAX_BYTES: Type.Integer({ minimum: 1024, default: 10 * MiB }),
  FETCH_MAX_BYTES: Type.Integer({
    minimum: 1024,
    default: 64 * MiB,
    description: 'replies of other servers while they are read, all together',
  }),
  CACHE_MAX_BYTES: Type.Integer({ minimum: 1024, default: 256 * MiB }),
  CACHE_SHARED_ITEM_MAX_BYTES: Type.Integer({
    minimum: 1024,
    default: MiB,
    description: 'larger items are not stored in Redis',
  }),
});

export type Config = Static<typeof configSchema>;

/** Faults that the schema cannot find; without values. */
export function checkConfig(config: Config): string[] {
  const { OEMBED_PROVIDERS, PURGE_KEYS } = config;
  const faults = OEMBED_PROVIDERS === undefined ? [] : faultsOfRegistry(OEMBED_PROVIDERS);
  const keys = listOf(PURGE_KEYS ?? '');
  const isShort = keys.length === 0 || keys.some((key) => key.length < 16);
  return [
    ...faults.map((fault) => `OEMBED_PROVIDERS: ${fault}`),
    ...(PURGE_KEYS !== undefined && isShort
      ? ['each of PURGE_KEYS must have at least 16 characters']
      : []),
    ...snapshotFaults(config),
  ];
}

function snapshotFaults(config: Config): string[] {
  const { SNAPSHOT, PURGE_KEYS } = config;
  const isUnerasable = SNAPSHOT === 'on' && PURGE_KEYS === undefined;
  return [
    ...(isUnerasable ? ['SNAPSHOT=on wants PURGE_KEYS: they erase'] : []),
    ...s3Faults('SNAPSHOT', s3Variables(config)),
  ];
}

/** Null: snapshots are kept in a folder. */
export const snapshotBucket = (config: Config) => parseS3Variables(s3Variables(config));

const s3Variables = (config: Config) => ({
  url: config.SNAPSHOT_S3_URL,
  id: config.SNAPSHOT_S3_ACCESS_KEY_ID,
  secret: config.SNAPSHOT_S3_SECRET_ACCESS_KEY,
});

/** Without a trailing slash. */
export function baseOf(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

export function publicUrlOf(config: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return baseOf(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`);
}

/** Milliseconds and bytes of calls to other servers. */
export function outboundSettings(config: Config) {
  return {
    callTimeout: config.UPSTREAM_DEADLINE_MS,
    bufferBytes: config.FETCH_MAX_BYTES,
    largestPicture: config.IMAGE_MAX_BYTES,
  };
}
