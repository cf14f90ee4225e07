/** The providers that the player answers for: by the name of the recording, what the registry says and the page it has. */
export const oembedProviders = [
  ['codepen', 'CodePen', 'https://codepen.io', '/mio/pen/aBcDeF'],
  ['dailymotion', 'Dailymotion', 'https://www.dailymotion.com', '/video/xy0wd'],
  ['flickr', 'Flickr', 'https://www.flickr.com', '/photos/omar-h/52000000001/'],
  ['instagram', 'Instagram', 'https://www.instagram.com', '/p/B9bOM-6Ax_d/'],
  ['reddit', 'Reddit', 'https://www.reddit.com', '/r/investing/comments/7pfpeq/buffett/'],
  ['soundcloud', 'SoundCloud', 'https://soundcloud.com', '/lena-moor/harbour-at-dawn'],
  ['spotify', 'Spotify', 'https://open.spotify.com', '/album/7s66wU1XJ2NsUuWM2NKiUV'],
  ['ted', 'TED', 'https://www.ted.com', '/talks/ada_byron_what_cards_can_mean'],
  ['threads', 'Threads', 'https://www.threads.com', '/@mio/post/C8abcDEFghi'],
  ['tiktok', 'TikTok', 'https://www.tiktok.com', '/@a3noticias/video/6806030056956251397'],
] as const;

/** What an embed-server takes for the registry of oembed.com: every endpoint is the player at `origin`. */
export function registryAt(origin: string): string {
  return JSON.stringify(
    oembedProviders.map(([name, provider_name, provider_url]) => ({
      provider_name,
      provider_url,
      endpoints: [{ url: `${origin}/oembed-of/${name}`, schemes: [`${provider_url}/*`] }],
    })),
  );
}

/** The page of an embed-server for each of them. */
export const oembedPages = oembedProviders.map(
  ([, name, site, path]) =>
    [`a page of ${name}, by oEmbed`, `/media/${encodeURIComponent(site + path)}.amp`] as const,
);
