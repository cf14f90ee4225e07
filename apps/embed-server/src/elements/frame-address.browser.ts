/** What an element is told; `null` where it is told nothing. */
export type Told = (name: string) => string | null;

type PathOf = (told: Told) => string | null;

const numeric = /^\d+$/;

/** The path of the page for each element, without a leading slash; `null` while it cannot be known. */
export const pathOf: Readonly<Record<'tweet' | 'mastodon' | 'video', PathOf>> = {
  tweet: (told) => {
    const given = (told('status') ?? told('href') ?? '').trim();
    const id = numeric.test(given) ? given : /\/status(?:es)?\/(\d+)/.exec(given)?.[1];
    return id === undefined ? null : `tweet/${id}.amp`;
  },
  mastodon: (told) => {
    const url = (told('status') ?? told('href') ?? '').trim();
    return /^https?:\/\//i.test(url) ? `mastodon/${encodeURIComponent(url)}.amp` : null;
  },
  video: (told) => {
    const [type, id] = [told('type'), told('video-id')];
    if (!type || !id || !/^[\w-]+$/.test(type) || !/^[\w-]+$/.test(id)) return null;
    return `video/${type}/${id}.amp`;
  },
};

const parameters = { theme: 'theme', lang: 'lang', start: 'start', hash: 'h' };

/** The address of the page below `base`, with what the reader or the author wishes of it. */
export function frameAddress(base: string, path: string, told: Told): string {
  const url = new URL(path, base);
  for (const [attribute, name] of Object.entries(parameters)) {
    const value = told(attribute);
    if (value) url.searchParams.set(name, value);
  }
  return url.href;
}
