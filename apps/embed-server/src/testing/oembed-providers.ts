import { createRequire } from 'node:module';
import { recording } from './recordings.js';
import type { UpstreamPlayer } from './upstream-player.js';

interface Listed {
  readonly provider_name: string;
  readonly provider_url: string;
  readonly endpoints: readonly { readonly url: string; readonly schemes?: readonly string[] }[];
}

/** Those of the recordings: each server of a suite reads the registry anew, and the whole one takes it a while. */
const played = new Set(
  'CodePen Dailymotion Flickr Instagram Reddit SoundCloud Spotify TED TikTok Threads'.split(' '),
);
const registry = (
  createRequire(import.meta.url)('oembed-providers/providers.json') as Listed[]
).filter(({ provider_name: name }) => played.has(name));

const threads: Listed = {
  provider_name: 'Threads',
  provider_url: 'https://www.threads.com',
  endpoints: [
    {
      url: 'https://graph.threads.net/v1.0/oembed',
      schemes: ['https://www.threads.com/@*/post/*'],
    },
  ],
};

/** For each recording the page that it is of. */
export const pagesOf = {
  'oembed-codepen': 'https://codepen.io/mio/pen/aBcDeF',
  'oembed-dailymotion': 'https://www.dailymotion.com/video/xy0wd',
  'oembed-flickr': 'https://www.flickr.com/photos/omar-h/52000000001/',
  'oembed-instagram': 'https://www.instagram.com/p/B9bOM-6Ax_d/',
  'oembed-link': 'https://www.reddit.com/r/looms/comments/1abcde/on_looms/',
  'oembed-reddit':
    'https://www.reddit.com/r/investing/comments/7pfpeq/buffett_on_cyrptocurrencies_i_can_say_almost_with/',
  'oembed-soundcloud': 'https://soundcloud.com/lena-moor/harbour-at-dawn',
  'oembed-spotify': 'https://open.spotify.com/album/7s66wU1XJ2NsUuWM2NKiUV',
  'oembed-ted': 'https://www.ted.com/talks/ada_byron_what_cards_can_mean',
  'oembed-threads': 'https://www.threads.com/@mio/post/C8abcDEFghi',
  'oembed-tiktok': 'https://www.tiktok.com/@a3noticias/video/6806030056956251397',
} as const;

export type OembedRecording = keyof typeof pagesOf;

/** Where the player stands in for an endpoint. */
function pathOf(endpoint: string): string {
  const { hostname, pathname } = new URL(endpoint.replace('{format}', 'json'));
  return `/oembed-of/${hostname}${pathname}`;
}

/** The registry of providers with an upstream player for each endpoint. */
export function providersAt(origin: string): string {
  const providers = [threads, ...registry].map((provider) => ({
    ...provider,
    endpoints: provider.endpoints.map(({ url, schemes }) => ({
      schemes,
      url: origin + pathOf(url),
    })),
  }));
  return JSON.stringify(providers);
}

/** The path at which the player is asked about a page. */
export function endpointOf(page: string): string {
  const site = new URL(page).hostname.replace(/^(?:www|open)\./, '').split('.')[0] ?? '';
  const listed = [threads, ...registry].find(
    ({ provider_name }) => provider_name.toLowerCase() === site,
  );
  const [endpoint] = listed?.endpoints ?? [];
  if (endpoint === undefined) throw new Error(`no provider has ${page}`);
  return pathOf(endpoint.url);
}

/** The path of its JSON. */
export const mediaPath = (page: string) => `/media/${encodeURIComponent(page)}`;

/** A recording with the player for the hosts of its pictures. */
export function oembedAt(origin: string, name: string): Record<string, unknown> {
  const reply = recording<Record<string, unknown>>(name);
  const moved = ['thumbnail_url', ...(reply['type'] === 'photo' ? ['url'] : [])].flatMap(
    (field) => {
      const address = reply[field];
      return typeof address === 'string'
        ? [[field, address.replace('https://', `${origin}/media/`)]]
        : [];
    },
  );
  return { ...reply, ...(Object.fromEntries(moved) as object) };
}

/** Makes the endpoint reply as recorded; returns the path of the page. */
export function playOembed(upstream: UpstreamPlayer, name: string): string {
  const page = pagesOf[name as OembedRecording];
  upstream.json(endpointOf(page), oembedAt(upstream.origin, name));
  return `${mediaPath(page)}.amp`;
}
