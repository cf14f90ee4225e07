import { readFileSync } from 'node:fs';
import { createRandom, type Random } from './random.js';

const folder = new URL('../../../upstream-player/recordings/', import.meta.url);
const recording = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as unknown;

/** Where a reply comes from; each is asked for and answered in its own way. */
const recordings = {
  mastodon: [
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
  ],
  activitypub: ['ap-note', 'ap-question', 'ap-article', 'ap-video'],
  misskey: ['misskey-note'],
  syndication: [
    'tweet-syn-photo',
    'tweet-syn-quote-tweet',
    'tweet-syn-card-summary-large-image',
    'tweet-drawn-film',
    'tweet-drawn-poll',
    'tweet-drawn-long-reply',
    'tweet-drawn-sensitive-gif',
    'tweet-drawn-player-card',
  ],
  api: ['tweet-v2-tweet-with-photos', 'tweet-v2-quote-tweet', 'tweet-v2-retweet'],
  tweetOembed: ['tweet-oembed'],
  vimeo: ['video-vimeo-api-v2'],
  vimeoOembed: ['video-vimeo-oembed-2'],
  youtube: ['video-youtube-oembed'],
} as const;

export type Source = keyof typeof recordings;

const samples = Object.fromEntries(
  Object.entries(recordings).map(([source, names]) => [source, names.map(recording)]),
) as Record<Source, unknown[]>;
const actor = recording('ap-actor');

// Statuses of strangers are what anyone can serve, so most cases are of them.
const sources: readonly Source[] = [
  ...Array<Source>(6).fill('mastodon'),
  ...Array<Source>(3).fill('activitypub'),
  ...Array<Source>(3).fill('misskey'),
  ...Array<Source>(3).fill('syndication'),
  'api',
  'tweetOembed',
  'vimeo',
  'vimeoOembed',
  'youtube',
];

/** One item of a run, known to the asking side and to the upstream by its number alone. */
export interface HostileCase {
  readonly n: number;
  readonly source: Source;
  /** The address of a status, the id of a tweet or a video. */
  readonly about: string;
}

const digits = (n: number) => String(n).padStart(10, '0');

/** The number of the case that a request is about. */
export function numberIn(text: string): number | null {
  const found = /(?:77|y)(\d{10})(?!\d)/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** Ids that are of the form that the source itself gives them, and hold the number of the case. */
const idOf: Record<Source, (n: number) => string> = {
  mastodon: (n) => `7777${digits(n)}`,
  activitypub: (n) => `/users/ada/statuses/01HXYZ0000007777${digits(n)}`,
  misskey: (n) => `kk77${digits(n)}`,
  syndication: (n) => `7777${digits(n)}`,
  api: (n) => `7777${digits(n)}`,
  tweetOembed: (n) => `7777${digits(n)}`,
  vimeo: (n) => `7777${digits(n)}`,
  vimeoOembed: (n) => `7777${digits(n)}`,
  youtube: (n) => `y${digits(n)}`,
};

const statusPath: Partial<Record<Source, (id: string) => string>> = {
  mastodon: (id) => `/@ada/${id}`,
  activitypub: (id) => id,
  misskey: (id) => `/notes/${id}`,
};

export function sourceOf(seed: number, n: number): Source {
  return createRandom(seed, n).pick(sources);
}

export function hostileCase(seed: number, n: number, instances: readonly string[]): HostileCase {
  const source = sourceOf(seed, n);
  const id = idOf[source](n);
  const path = statusPath[source];
  const origin = instances[n % instances.length] ?? '';
  return { n, source, about: path === undefined ? id : origin + path(id) };
}

/** Every whole URL under `origin`; what is a URL of the item itself is the one that was asked. */
function moved(value: unknown, origin: string, known: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const replacement = known.get(value);
    if (replacement !== undefined) return replacement;
    return /^https?:\/\/\S+$/.test(value) ? value.replace(/^https?:\/\/[^/]+/, origin) : value;
  }
  if (Array.isArray(value)) return value.map((item) => moved(item, origin, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, moved(item, origin, known)]),
  );
}

const member = (value: unknown, key: string) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** What a well-meaning server would reply about the case. */
export function sampleOf(
  { n, source, about }: HostileCase,
  origin: string,
  random: Random,
): unknown {
  const recorded = random.pick(samples[source]);
  const id = idOf[source](n);
  const known = new Map<string, string>();
  const name = (text: unknown, replacement: string) =>
    typeof text === 'string' && known.set(text, replacement);
  if (source === 'mastodon') {
    name(member(recorded, 'id'), id);
    name(member(recorded, 'url'), about);
    // Only the post itself is of this server's own account; who is boosted or quoted keeps the name of another host.
    name(member(member(recorded, 'account'), 'acct'), 'ada');
    name(member(member(recorded, 'account'), 'url'), `${origin}/@ada`);
  }
  if (source === 'misskey') name(member(recorded, 'id'), id);
  if (source === 'syndication') name(member(recorded, 'id_str'), id);
  if (source === 'activitypub') {
    name(member(recorded, 'id'), about);
    known.set('https://fedi.example/users/ada', actorUrl(origin, n));
  }
  if (source === 'api') return apiReply(recorded, id, origin);
  return moved(source === 'vimeo' ? member(recorded, 'body') : recorded, origin, known);
}

const actorUrl = (origin: string, n: number) => `${origin}/actors/77${digits(n)}`;

export function actorOf(n: number, origin: string): unknown {
  return moved(actor, origin, new Map([['https://fedi.example/users/ada', actorUrl(origin, n)]]));
}

/** The recording is of a list; a single tweet is asked for. */
function apiReply(recorded: unknown, id: string, origin: string): unknown {
  const data = member(recorded, 'data');
  const first = (Array.isArray(data) ? data : [])[0] as { id?: string } | undefined;
  return moved({ ...(recorded as object), data: first }, origin, new Map([[first?.id ?? '', id]]));
}
