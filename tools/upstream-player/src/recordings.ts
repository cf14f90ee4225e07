import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../recordings/', import.meta.url);

function recording<T = unknown>(name: string): T {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`${name}.json`, folder)), 'utf8')) as T;
}

const byId = <T>(pairs: [string, T][]) => new Map<string, T>(pairs);

interface ApiAnswer {
  readonly data: readonly { readonly id: string }[];
}

/** The recorded list as the answer for one id. */
function apiAnswer(name: string): [string, unknown] {
  const { data, ...rest } = recording<ApiAnswer>(name);
  const tweet = data[0];
  if (!tweet) throw new Error(`${name} holds no tweet`);
  return [tweet.id, { data: tweet, ...rest }];
}

function own(name: string): [string, unknown] {
  const answer = recording<{ id?: string; id_str?: string }>(name);
  return [answer.id_str ?? answer.id ?? name, answer];
}

/** X's public syndication endpoint. The recorded tombstone names no id; it has got one here. */
export const syndicated = byId([
  own('tweet-syn-photo'),
  own('tweet-syn-quote-tweet'),
  own('tweet-syn-card-summary-large-image'),
  own('tweet-drawn-film'),
  own('tweet-drawn-poll'),
  own('tweet-drawn-photos'),
  own('tweet-drawn-long-reply'),
  own('tweet-drawn-sensitive-gif'),
  own('tweet-drawn-player-card'),
  ['1628832338187636740', recording('tweet-syn-tombstone')],
]);

/** X API v2, by tweet id. */
export const fromApi = byId([
  apiAnswer('tweet-v2-tweet-with-photos'),
  apiAnswer('tweet-v2-quote-tweet'),
  apiAnswer('tweet-v2-retweet'),
]);

/** X oEmbed, by tweet id: the only source of this old tweet here. */
export const fromTweetOembed = byId([['436461658601713664', recording('tweet-oembed')]]);

/** Statuses of every recorded instance, by their id there. */
export const statuses = byId(
  [
    'mastodon-drawn',
    'mastodon-drawn-card',
    'mastodon-drawn-films',
    'mastodon-drawn-arabic',
    'mastodon-drawn-boost',
    'mastodon-drawn-quote',
    'akkoma-drawn-quote',
    'masto-cw-text',
    'masto-emoji',
    'masto-poll',
    'masto-quote',
    'masto-video',
    'masto-video-2',
  ].map(own),
);
export const missingStatus = recording('masto-404');

/** The host that written samples name: the player itself. */
export const writtenHost = 'https://fedi.example';

interface ApObject {
  readonly id: string;
}

/** Objects of ActivityPub, by what follows the host in their ids. */
export const objects = byId(
  ['ap-actor', 'ap-note', 'ap-question', 'ap-article', 'ap-video'].map((name) => {
    const object = recording<ApObject>(name);
    return [object.id.slice(writtenHost.length), object];
  }),
);

/** Misskey, by note id. */
export const notes = byId([own('misskey-note')]);

/** Vimeo's simple API, by video id. */
export const vimeoVideos = byId([
  ['223099532', recording<{ body: unknown }>('video-vimeo-api-v2').body],
]);
export const vimeoOembeds = byId([['235352744', recording('video-vimeo-oembed-2')]]);

/** YouTube's oEmbed, by video id. */
export const youtubeOembeds = byId([['eiHXASgRTcA', recording('video-youtube-oembed')]]);

/** The poster sizes a video has. The real host lacks the larger ones for many old videos. */
export const youtubePosters = byId([
  ['aEjL5z0j5E0', ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault', 'default']],
  ['eiHXASgRTcA', ['hqdefault', 'mqdefault', 'default']],
]);
