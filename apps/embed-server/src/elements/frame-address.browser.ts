/** Reads an attribute of an element; `null` where it is absent. */
export type ReadAttribute = (name: string) => string | null;

type PathOf = (read: ReadAttribute) => string | null;

const numeric = /^\d+$/;

function threadQuery(read: ReadAttribute): string {
  return read('thread') === null ? '' : '?thread=1';
}

/** The path of the page for each element, without a leading slash; `null` while it cannot be known. */
export const pathOf: Readonly<
  Record<'tweet' | 'mastodon' | 'bluesky' | 'video' | 'media', PathOf>
> = {
  tweet: (read) => {
    const value = (read('status') ?? read('href') ?? '').trim();
    const id = numeric.test(value) ? value : /\/status(?:es)?\/(\d+)/.exec(value)?.[1];
    return id === undefined ? null : `tweet/${id}.amp${threadQuery(read)}`;
  },
  mastodon: (read) => {
    const url = (read('status') ?? read('href') ?? '').trim();
    if (!/^https?:\/\//i.test(url)) return null;
    return `mastodon/${encodeURIComponent(url)}.amp${threadQuery(read)}`;
  },
  bluesky: (read) => {
    const url = (read('status') ?? read('href') ?? '').trim();
    if (!/^(?:https?|at):\/\//i.test(url)) return null;
    return `bluesky/${encodeURIComponent(url)}.amp${threadQuery(read)}`;
  },
  media: (read) => {
    const url = (read('href') ?? '').trim();
    return /^https?:\/\//i.test(url) ? `media/${encodeURIComponent(url)}.amp` : null;
  },
  video: (read) => {
    const [type, id] = [read('type'), read('video-id')];
    if (!type || !id || !/^[\w-]+$/.test(type) || !/^[\w-]+$/.test(id)) return null;
    return `video/${type}/${id}.amp`;
  },
};

const parameters = { theme: 'theme', lang: 'lang', start: 'start', hash: 'h' };

/** The address of the page below `base`, with the options of the reader or the author. */
export function frameAddress(base: string, path: string, read: ReadAttribute): string {
  const url = new URL(path, base);
  for (const [attribute, name] of Object.entries(parameters)) {
    const value = read(attribute);
    if (value) url.searchParams.set(name, value);
  }
  return url.href;
}
