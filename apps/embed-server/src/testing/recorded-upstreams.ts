import { publish, sampleAt } from './fediverse.js';
import { recording } from './recordings.js';
import { playOembed } from './oembed-providers.js';
import type { UpstreamPlayer } from './upstream-player.js';

export interface BlueskyView {
  readonly uri: string;
  readonly author: object;
  readonly record: object;
}

interface Tweets {
  readonly data: readonly { readonly id: string }[];
  readonly includes?: unknown;
}

/** Makes the upstreams reply as recorded; returns the path of the page. A test sets the replies to any other call. */
export function playRecording(upstream: UpstreamPlayer, name: string): string {
  const family = families.find(([prefix]) => name.startsWith(prefix));
  if (!family) throw new Error(`no upstream replies with ${name}`);
  return family[1](upstream, name);
}

type Play = (upstream: UpstreamPlayer, name: string) => string;

const families: readonly (readonly [string, Play])[] = [
  ['oembed-', playOembed],
  ['tweet-v2-', playApi],
  ['tweet-oembed', playTweetOembed],
  ['tweet-drawn-thread', playTweetThread],
  ['tweet-', playSyndication],
  ['ap-', playActivityPub],
  ['misskey-', playMisskey],
  ['masto-card-', playCard],
  ['mastodon-drawn-thread', playStatusThread],
  ['masto', playMastodon],
  ['akkoma-', playMastodon],
  ['bsky-drawn-thread', playThread],
  ['bsky-', playBluesky],
  ['video-youtube-', playYoutube],
  ['video-vimeo-api-', playVimeo],
  ['video-vimeo-oembed-', playVimeoOembed],
];

const status = (upstream: UpstreamPlayer, path: string) =>
  `/mastodon/${encodeURIComponent(upstream.origin + path)}.amp`;

function playSyndication(upstream: UpstreamPlayer, name: string): string {
  const tweet = upstream.fixture(name) as { id_str?: string };
  upstream.json('/tweet-result', tweet);
  // The recorded tombstone names no id.
  return `/tweet/${tweet.id_str ?? '1628832338187636740'}.amp`;
}

interface DrawnTweet {
  readonly id_str: string;
  readonly continues?: readonly DrawnTweet[];
}

/** A tweet with those that it continues: X tells each by its own id alone. */
function playTweetThread(upstream: UpstreamPlayer, name: string): string {
  const { continues = [], ...asked } = upstream.fixture(name) as DrawnTweet;
  const known = new Map([...continues, asked].map((tweet) => [tweet.id_str, tweet]));
  upstream.on('/tweet-result', (_request, response, url) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(known.get(url.searchParams.get('id') ?? '') ?? {}));
  });
  upstream.json('/oembed', {}, 404);
  return `/tweet/${asked.id_str}.amp?thread=1`;
}

function playApi(upstream: UpstreamPlayer, name: string): string {
  const { data, ...rest } = upstream.fixture(name) as Partial<Tweets>;
  const tweet = data?.[0];
  const id = tweet?.id ?? '1581070980906045440';
  upstream.json('/tweet-result', {}, 503);
  upstream.json(`/2/tweets/${id}`, tweet ? { data: tweet, ...rest } : rest);
  return `/tweet/${id}.amp`;
}

function playTweetOembed(upstream: UpstreamPlayer, name: string): string {
  const id = '436461658601713664';
  upstream.json('/tweet-result', {}, 503);
  upstream.json(`/2/tweets/${id}`, {}, 503);
  upstream.json('/oembed', upstream.fixture(name));
  return `/tweet/${id}.amp`;
}

function playMastodon(upstream: UpstreamPlayer, name: string): string {
  const recorded = upstream.fixture(name) as { id?: string };
  const id = recorded.id ?? '1';
  upstream.json(`/api/v1/statuses/${id}`, recorded, recorded.id ? 200 : 404);
  return status(upstream, /^\d+$/.test(id) ? `/@a/${id}` : `/notice/${id}`);
}

interface StatusThread {
  readonly id: string;
  readonly context: Readonly<Record<'ancestors' | 'descendants', readonly { id: string }[]>>;
}

/** A status with what is around it, each of which has an address, too. */
function playStatusThread(upstream: UpstreamPlayer, name: string): string {
  const { context, ...asked } = upstream.fixture(name) as StatusThread;
  for (const one of [asked, ...context.ancestors, ...context.descendants]) {
    upstream.json(`/api/v1/statuses/${one.id}`, one);
  }
  upstream.json(`/api/v1/statuses/${asked.id}/context`, context);
  return `${status(upstream, `/@lena/${asked.id}`)}?thread=1`;
}

/** A card comes with a status. */
function playCard(upstream: UpstreamPlayer, name: string): string {
  const card = recording(name);
  const plain = { ...(upstream.fixture('masto-cw-text') as object), spoiler_text: '', card };
  upstream.json('/api/v1/statuses/2', { ...plain, id: '2' });
  return status(upstream, '/@a/2');
}

function playActivityPub(upstream: UpstreamPlayer, name: string): string {
  const object = sampleAt(upstream.origin, name);
  publish(upstream, object);
  publish(upstream, sampleAt(upstream.origin, 'ap-actor'));
  return status(upstream, String(object['id']).slice(upstream.origin.length));
}

function playMisskey(upstream: UpstreamPlayer, name: string): string {
  const note = sampleAt(upstream.origin, name);
  upstream.json('/api/notes/show', note);
  return status(upstream, `/notes/${String(note['id'])}`);
}

/** `post` may be a mutated one: it is served under every address. */
export function playBlueskyPost(upstream: UpstreamPlayer, post: unknown): void {
  const thread = { $type: 'app.bsky.feed.defs#threadViewPost', post };
  upstream.json('/xrpc/app.bsky.feed.getPostThread', { thread });
}

function playBluesky(upstream: UpstreamPlayer, name: string): string {
  const post = blueskyView(upstream.fixture(name));
  playBlueskyPost(upstream, post);
  const [did = '', , key = ''] = post.uri.slice('at://'.length).split('/');
  return `/bluesky/${encodeURIComponent(`https://bsky.app/profile/${did}/post/${key}`)}.amp`;
}

interface ThreadNode {
  readonly $type: string;
  readonly post: BlueskyView;
  readonly parent?: ThreadNode;
  readonly replies?: readonly ThreadNode[];
}

/** A post with its author's own posts around it, each of which has an address, too. */
function playThread(upstream: UpstreamPlayer, name: string): string {
  const path = playBluesky(upstream, name);
  const { thread } = upstream.fixture(name) as { readonly thread: ThreadNode };
  const views = new Map(viewsOf(thread).map((view) => [view.uri.split('/').at(-1), view]));
  upstream.on('/xrpc/app.bsky.feed.getPostThread', ({ url = '' }, response) => {
    const key = new URL(url, upstream.origin).searchParams.get('uri')?.split('/').at(-1);
    const post = views.get(key);
    const found = post === thread.post ? thread : { $type: thread.$type, post };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ thread: found }));
  });
  return `${path}?thread=1`;
}

function viewsOf(node: ThreadNode | undefined): BlueskyView[] {
  if (node === undefined) return [];
  return [node.post, ...viewsOf(node.parent), ...(node.replies ?? []).flatMap(viewsOf)];
}

/** The view of a post, recorded by itself or in its thread. */
export function blueskyView(recorded: unknown): BlueskyView {
  const { thread } = recorded as { readonly thread?: { readonly post: BlueskyView } };
  return thread?.post ?? (recorded as BlueskyView);
}

function playYoutube(upstream: UpstreamPlayer, name: string): string {
  upstream.json('/oembed', upstream.fixture(name));
  return '/video/youtube/eiHXASgRTcA.amp';
}

function playVimeo(upstream: UpstreamPlayer, name: string): string {
  upstream.json('/api/v2/video/223099532.json', (upstream.fixture(name) as { body: unknown }).body);
  return '/video/vimeo/223099532.amp';
}

function playVimeoOembed(upstream: UpstreamPlayer, name: string): string {
  upstream.json('/api/v2/video/235352744.json', {}, 404);
  upstream.json('/api/oembed.json', upstream.fixture(name));
  return '/video/vimeo/235352744.amp';
}
