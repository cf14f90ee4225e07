export type StatusApi = 'mastodon' | 'activitypub' | 'misskey';

export interface StatusShape {
  /** Of the decoded path; the group is the id for REST. */
  readonly pattern: RegExp;
  /** In the order of asking. */
  readonly apis: readonly StatusApi[];
  /** The query belongs to the address, and to what `pattern` reads. */
  readonly withQuery?: true;
}

/** Whether a host may be asked without TLS. */
export type IsPlain = (hostname: string, port: string) => boolean;

const id = '([A-Za-z0-9_-]{1,64})';
const ulid = '([0-9A-HJKMNP-TV-Z]{26})';
const user = '@[^/]{1,320}';

const shape = (path: string, ...apis: StatusApi[]): StatusShape => ({
  pattern: new RegExp(`^${path}/?$`),
  apis,
});

/** The paths whose hosts are asked in a certain way, or that have several spellings; the first that fits counts. */
export const statusShapes: readonly StatusShape[] = [
  // GoToSocial: its REST API wants a token.
  shape(`/${user}/statuses/${ulid}`, 'activitypub'),
  shape(`/users/[^/]+/statuses/${ulid}`, 'activitypub'),
  // Mastodon, its web app, and clients.
  shape(`/${user}/${id}`, 'mastodon', 'activitypub'),
  shape(`/(?:ap/)?users/[^/]+/statuses/${id}`, 'mastodon', 'activitypub'),
  shape(`/(?:(?:web|deck)/)?statuses/${id}`, 'mastodon'),
  // Pleroma, Akkoma; the REST API does not know the UUIDs of objects.
  shape(`/${user}/(?:statuses|posts)/${id}`, 'mastodon', 'activitypub'),
  shape(`/notice/${id}`, 'mastodon', 'activitypub'),
  shape(`/(?:objects|activities)/${id}`, 'activitypub'),
  // Misskey; some of its forks know Mastodon's API too.
  shape(`/notes/${id}`, 'misskey', 'activitypub', 'mastodon'),
  // Pixelfed: most want a token for REST.
  shape(`/p/[^/]+/${id}`, 'activitypub', 'mastodon'),
  // Mitra; then Friendica, microblog.pub, BookWyrm, PeerTube, Lemmy.
  shape('/post/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'activitypub', 'mastodon'),
  shape(`/display/${id}`, 'activitypub'),
  shape(`/o/([0-9a-f]{6,64})`, 'activitypub'),
  shape(
    '/user/[^/]+/(?:quotation|review|reviewrating|comment|status|generatednote)/(\\d{1,20})(?:/s/[^/]*)?',
    'activitypub',
  ),
  shape(`/w/(?!p/)${id}`, 'activitypub'),
  shape(`/videos/watch/(?!playlist/)${id}`, 'activitypub'),
  shape('/(?:post|comment)/(\\d{1,20})', 'activitypub'),
  // WordPress, and Bridgy Fed's views of other networks.
  { pattern: /^\/\?p=(\d{1,20})$/, apis: ['activitypub'], withQuery: true },
  { pattern: /^\/r\/https?:\/\/?[^/].{0,510}$/, apis: ['activitypub'], withQuery: true },
  {
    pattern: /^\/convert\/ap\/(?:https?|at):\/\/?[^/].{0,510}$/,
    apis: ['activitypub'],
    withQuery: true,
  },
];

/** A status as its instance knows it. Addresses that mean the same page are the same here. */
export interface StatusAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** What REST APIs call it; empty where the address holds no such name. */
  readonly id: string;
  /** Its page, without what the web app or a link added: there ActivityPub is asked for, and by it the status is known. */
  readonly page: string;
  /** Whom to ask, in this order. */
  readonly apis: readonly StatusApi[];
  /** No known path of a status: only its host can say whether there is one. */
  readonly isOpen?: true;
}

const [longestGiven, longestPage] = [2048, 1024];
const suffix = /\/(?:embed|favourites|reblogs|quotes|history|activity)\/?$/;

/**
 * Reads a status URL as people paste it. `null`: it cannot be one, since a host alone or the page of an account shows none.
 * Without `isPlain`, http stays http.
 */
export function parseStatusUrl(given: string, isPlain?: IsPlain): StatusAddress | null {
  if (given.length > longestGiven) return null;
  // Proxies merge the two slashes into one.
  const repaired = given.replace(/^(https?):\/(?!\/)/i, '$1://');
  if (!/^https?:\/\//i.test(repaired) || !URL.canParse(repaired)) return null;
  const url = new URL(repaired);
  if (url.username !== '' || url.password !== '' || url.hostname.endsWith('..')) return null;
  const origin = originOf(url, isPlain);
  const address = readShape(url, origin) ?? readOpen(url, origin);
  return address !== null && address.page.length <= longestPage ? address : null;
}

/** Old links say http; instances are asked by https all the same. The dot that may end a host's name changes nothing. */
function originOf({ protocol, hostname, port }: URL, isPlain: IsPlain = () => true): string {
  const stays = protocol === 'https:' || isPlain(hostname, port || '80');
  const host = hostname.replace(/\.$/, '');
  return `${stays ? protocol : 'https:'}//${host}${port === '' ? '' : `:${port}`}`;
}

function readShape(url: URL, origin: string): StatusAddress | null {
  // The web app's own paths lead to no page of the status.
  const pathname = url.pathname.replace(suffix, '').replace(/^\/(?:web|deck)(?=\/@|\/%40)/i, '');
  const path = decodePath(pathname);
  if (path === null) return null;
  for (const { pattern, apis, withQuery } of statusShapes) {
    const found = pattern.exec(withQuery ? path + url.search : path);
    if (found === null) continue;
    const page = origin + (withQuery ? pathname + url.search : encodePath(path));
    return { origin, id: found[1] ?? '', page, apis };
  }
  return null;
}

// What links on other sites append to count their visitors.
const tracking = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id)$/;

/** Any other page: most software of the fediverse has paths of its own, and so has each blog. */
function readOpen({ pathname, search }: URL, origin: string): StatusAddress | null {
  const place = pathname.replace(/%40/g, '@') + withoutTracking(search);
  // Behind a status that is written raw, `images` without a number is a mistake about its images.
  const isOfNoPost = place === '/' || /^\/@[^/]+\/?$|\/images$/.test(place);
  if (isOfNoPost || decodePath(pathname) === null) return null;
  return { origin, id: '', page: origin + place, apis: ['activitypub'], isOpen: true };
}

/** The rest as it was written: its order and its escapes may matter to the host. */
function withoutTracking(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !tracking.test(part.split('=', 1)[0] ?? ''));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/** One spelling for each path, the one that people know: an `@` stays as it is. */
function encodePath(path: string): string {
  const parts = path.replace(/\/$/, '').split('/');
  return parts.map((part) => encodeURIComponent(part).replace(/%40/g, '@')).join('/');
}
