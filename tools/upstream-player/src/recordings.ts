import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../recordings/', import.meta.url);
const files = readdirSync(folder);

function recording<T = unknown>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as T;
}

export interface Reply {
  readonly id?: string;
  readonly id_str?: string;
  /** Of a status, with those that it shows. */
  readonly uri?: string;
  readonly reblog?: Reply | null;
  readonly quote?: (Reply & { readonly quoted_status?: Reply }) | null;
  /** What the instance has around it. */
  readonly context?: Context;
  /** Of X API v2, which replies with a list. */
  readonly data?: readonly { readonly id: string }[];
}

export interface Context {
  readonly ancestors: readonly Reply[];
  readonly descendants: readonly Reply[];
}

/** The recordings whose names begin so, by the id of what they are about; a refusal is about nothing. */
function recordingsOf(...beginnings: string[]): Map<string, Reply> {
  const found = new Map<string, Reply>();
  for (const file of files) {
    if (!beginnings.some((beginning) => file.startsWith(beginning))) continue;
    const reply = recording<Reply>(file.replace(/\.json$/, ''));
    const id = reply.id_str ?? reply.id ?? reply.data?.[0]?.id;
    if (id !== undefined) found.set(id, reply);
  }
  return found;
}

/** A tweet with those of its author that it continues, which X tells by their own ids alone. */
const { continues } = recording<{ readonly continues: readonly Reply[] }>('tweet-drawn-thread');

/** X's public syndication endpoint. The recorded tombstone names no id; it has got one here. */
export const syndicated = new Map<string, unknown>([
  ...recordingsOf('tweet-syn-', 'tweet-drawn-'),
  ...continues.map((tweet) => [tweet.id_str ?? '', tweet] as const),
  ['1628832338187636740', recording('tweet-syn-tombstone')],
]);

/** oEmbed of the providers of `oembed-providers.ts`, by the name of the recording. */
export const oembed = new Map(
  files
    .filter((file) => file.startsWith('oembed-'))
    .map((file) => [file.slice('oembed-'.length, -'.json'.length), recording(file.slice(0, -5))]),
);

/** X API v2, by tweet id. */
export const fromApi = recordingsOf('tweet-v2-');

/** X oEmbed, by tweet id: the only source of this old tweet here. */
export const fromTweetOembed = new Map([['436461658601713664', recording('tweet-oembed')]]);

const recordedStatuses = [...recordingsOf('mastodon-', 'masto-', 'akkoma-').values()];

/** Statuses of every recorded instance, by their id there, with those around them. */
export const statuses = new Map(
  recordedStatuses
    .flatMap(({ context, ...status }): Reply[] => [
      status,
      ...(context?.ancestors ?? []),
      ...(context?.descendants ?? []),
    ])
    .map((status) => [status.id ?? '', status]),
);

/** What the instance has around a status, by its id. */
export const contexts = new Map(
  recordedStatuses.map(({ id = '', context }) => [
    id,
    context ?? { ancestors: [], descendants: [] },
  ]),
);
export const missingStatus = recording('masto-404');

/** The host that written samples name: the player itself. */
export const writtenHost = 'https://fedi.example';

/** Objects of ActivityPub, by what follows the host in their ids. */
export const objects = new Map(
  [...recordingsOf('ap-')].map(([id, object]) => [id.slice(writtenHost.length), object]),
);

/** Misskey, by note id. */
export const notes = recordingsOf('misskey-');

interface BlueskyReply {
  readonly thread?: { readonly post: BlueskyReply };
  readonly uri?: string;
  readonly author?: { readonly handle: string };
}

/** Views of posts on Bluesky, by their `at://` with the DID and with the handle of their author. */
export const blueskyPosts = new Map(
  files
    .filter((file) => file.startsWith('bsky-'))
    .map((file) => recording<BlueskyReply>(file.replace(/\.json$/, '')))
    .map((reply) => reply.thread?.post ?? reply)
    .flatMap((post) => {
      const { uri = '', author } = post;
      return [uri, uri.replace(/did:[^/]+/, author?.handle ?? '')].map((each) => [each, post]);
    }),
);

/** Vimeo's simple API, by video id. */
export const vimeoVideos = new Map([
  ['223099532', recording<{ body: unknown }>('video-vimeo-api-v2').body],
]);
export const vimeoOembeds = new Map([['235352744', recording('video-vimeo-oembed-2')]]);

/** YouTube's oEmbed, by video id. */
export const youtubeOembeds = new Map([['eiHXASgRTcA', recording('video-youtube-oembed')]]);

/** The poster sizes a video has. The real host lacks the larger ones for many old videos. */
export const youtubePosters = new Map([
  ['aEjL5z0j5E0', ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault', 'default']],
  ['eiHXASgRTcA', ['hqdefault', 'mqdefault', 'default']],
]);
