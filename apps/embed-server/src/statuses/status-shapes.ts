export type StatusApi = 'mastodon' | 'activitypub' | 'misskey';

export interface StatusShape {
  /** Of the decoded path; the group is the id for REST. */
  readonly pattern: RegExp;
  /** In the order of asking. */
  readonly apis: readonly StatusApi[];
  /** The query belongs to the address, and to what `pattern` reads. */
  readonly withQuery?: true;
}

const id = '([A-Za-z0-9_-]{1,64})';
const ulid = '([0-9A-HJKMNP-TV-Z]{26})';
const user = '@[^/]+';

const shape = (path: string, ...apis: StatusApi[]): StatusShape => ({
  pattern: new RegExp(`^${path}/?$`),
  apis,
});

/** Every path under which the fediverse shows a status; the first that fits counts. */
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
  // Friendica, microblog.pub, BookWyrm, PeerTube, Lemmy.
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
  { pattern: /^\/r\/https?:\/\/?[^/]/, apis: ['activitypub'], withQuery: true },
  { pattern: /^\/convert\/ap\/(?:https?|at):\/\/?[^/]/, apis: ['activitypub'], withQuery: true },
];
