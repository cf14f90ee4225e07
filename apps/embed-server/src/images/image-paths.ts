// Every image path that the server serves; the pages build their `src` attributes with these and nothing else.
// All are addressed by index or name into an item that the server fetched itself, so none is an open proxy.

/** Images of one post, or of the one that it quotes. */
export interface PostImagePaths {
  readonly profile: string;
  readonly link: string;
  /** Zero-based, in the order of the post's media; for a video or GIF its poster. */
  image(index: number): string;
  /** Custom emoji of the text, the author's name or the poll; statuses only. */
  emoji(shortcode: string): string;
}

export interface QuotingPostImagePaths extends PostImagePaths {
  /** What all of them begin with. */
  readonly root: string;
  readonly quoted: PostImagePaths;
}

/** `base` is the path of PUBLIC_URL without a trailing slash: '' at the root of a host. */
export function tweetImagePaths(id: string, base = ''): QuotingPostImagePaths {
  return quotingPaths(`${base}/tweet/${encodeURIComponent(id)}`);
}

/** The status URL is percent-encoded, so that proxies that merge slashes leave it whole. */
export function statusImagePaths(statusUrl: string, base = ''): QuotingPostImagePaths {
  return quotingPaths(`${base}/mastodon/${encodeURIComponent(statusUrl)}`);
}

/** Of a post on Bluesky by its author and key, which are short: a gallery has forty such paths. */
export function blueskyImagePaths(
  { actor, rkey }: { readonly actor: string; readonly rkey: string },
  base = '',
): QuotingPostImagePaths {
  const parts = [actor, rkey].map((part) => encodeURIComponent(part).replaceAll('%3A', ':'));
  return quotingPaths(`${base}/bluesky/${parts.join('/')}`);
}

/** `hash` is Vimeo's secret of an unlisted video (`?h=`). */
export function videoPosterPath(
  host: 'youtube' | 'vimeo',
  id: string,
  options: { base?: string; hash?: string | undefined } = {},
): string {
  const query = options.hash === undefined ? '' : `?h=${encodeURIComponent(options.hash)}`;
  return `${options.base ?? ''}/video/${host}/${encodeURIComponent(id)}-poster-image${query}`;
}

/** The page's URL is percent-encoded, so that proxies that merge slashes leave it whole. */
export function mediaThumbnailPath(page: string, base = ''): string {
  return `${base}/media/${encodeURIComponent(page)}/thumbnail`;
}

function quotingPaths(root: string): QuotingPostImagePaths {
  return { ...postPaths(root), root, quoted: postPaths(`${root}/quoted`) };
}

function postPaths(root: string): PostImagePaths {
  return {
    profile: `${root}/profile-image`,
    link: `${root}/link-image`,
    image: (index) => `${root}/images/${index}`,
    emoji: (shortcode) => `${root}/emojis/${encodeURIComponent(shortcode)}`,
  };
}
