/** What is asked for below `/mastodon/`. */
export type StatusView =
  | { readonly kind: 'data' | 'page' }
  | { readonly kind: 'image'; readonly quoted: boolean; readonly image: StatusImageName };

export type StatusImageName =
  'profile' | 'link' | { readonly index: number } | { readonly emoji: string };

export interface StatusRoute {
  readonly statusUrl: string;
  readonly view: StatusView;
}

const imagePattern =
  /^(.+?)(\/quoted)?\/(?:(profile-image)|(link-image)|images\/([^/]*)|emojis\/([^/]+))$/;

/** The wildcard swallows the suffixes, so they are read from the end. `null`: an image number that is none. */
export function parseStatusRoute(wildcard: string): StatusRoute | null {
  const path = wildcard.replace(/\/$/, '');
  const match = imagePattern.exec(path);
  if (match) return imageRoute(match);
  if (path.endsWith('.amp')) return { statusUrl: path.slice(0, -4), view: { kind: 'page' } };
  return { statusUrl: path, view: { kind: 'data' } };
}

function imageRoute(match: RegExpExecArray): StatusRoute | null {
  const [, statusUrl = '', quoted, profile, link, index, emoji = ''] = match;
  const view = (image: StatusImageName): StatusRoute => ({
    statusUrl,
    view: { kind: 'image', quoted: quoted !== undefined, image },
  });
  if (profile !== undefined) return view('profile');
  if (link !== undefined) return view('link');
  if (index === undefined) return view({ emoji });
  return /^\d{1,20}$/.test(index) ? view({ index: Number(index) }) : null;
}
