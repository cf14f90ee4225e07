import type { Sample } from './fediverse.js';
import type { UpstreamPlayer } from './upstream-player.js';

/** How a page for people leads to its object: it is the object, redirects there, or names it in its head or a header. */
export type Way = 'negotiates' | 'redirects' | 'links' | 'header';

/** Program, the address as people copy it, the object's id, and the way between them. */
export const shapes: readonly (readonly [string, string, string, Way])[] = [
  ['Mastodon', '/@ada/116000000000000001', '/users/ada/statuses/116000000000000001', 'negotiates'],
  ['Mastodon', '/ap/users/115/statuses/116', '/ap/users/115/statuses/116', 'negotiates'],
  ['Mastodon', '/@ada/116/embed', '/users/ada/statuses/116', 'links'],
  [
    'GoToSocial',
    '/@ada/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R9S0',
    '/users/ada/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R9S0',
    'negotiates',
  ],
  ['Pleroma', '/notice/AbCdEf123', '/objects/5f1e2d3c-0000-4000-8000-00000000000a', 'redirects'],
  [
    'Akkoma',
    '/objects/5f1e2d3c-0000-4000-8000-00000000000a',
    '/objects/5f1e2d3c-0000-4000-8000-00000000000a',
    'negotiates',
  ],
  ['Misskey', '/notes/9xmjn8abcd', '/notes/9xmjn8abcd', 'negotiates'],
  ['Iceshrimp', '/notes/9xmjn8abce', '/notes/9xmjn8abce', 'header'],
  ['Pixelfed', '/p/ada/116', '/p/ada/116', 'negotiates'],
  ['Loops', '/v/4kS9dK', '/ap/users/1/video/2', 'links'],
  [
    'Friendica',
    '/display/5f1e2d3c-0000-4000-8000-00000000000a',
    '/objects/5f1e2d3c-0000-4000-8000-00000000000a',
    'redirects',
  ],
  [
    'Hubzilla',
    '/item/5f1e2d3c-0000-4000-8000-00000000000a',
    '/item/5f1e2d3c-0000-4000-8000-00000000000a',
    'negotiates',
  ],
  ['Hubzilla', '/channel/ada?mid=5f1e2d3c', '/item/5f1e2d3c', 'links'],
  ['Streams', '/item/5f1e2d3c?x=1', '/item/5f1e2d3c', 'negotiates'],
  ['GNU social', '/object/note/1f2e', '/object/note/1f2e', 'negotiates'],
  ['microblog.pub', '/o/0123456789abcdef', '/o/0123456789abcdef', 'negotiates'],
  ['BookWyrm', '/user/ada/review/13/s/a-title', '/user/ada/review/13', 'negotiates'],
  ['PeerTube', '/w/9xmJn8', '/videos/watch/41342cb4-6fa8-402d-a116-1f63a7f438a3', 'negotiates'],
  [
    'PeerTube',
    '/videos/watch/41342cb4-6fa8-402d-a116-1f63a7f438a3',
    '/videos/watch/41342cb4-6fa8-402d-a116-1f63a7f438a3',
    'links',
  ],
  ['Lemmy', '/post/55143', '/post/55143', 'negotiates'],
  ['Lemmy', '/comment/1234', '/comment/1234', 'negotiates'],
  ['Lemmy', '/c/looms/p/55144/on-looms', '/c/looms/p/55144', 'negotiates'],
  ['PieFed', '/c/looms@other.example/p/55145/on-looms', '/post/55145', 'links'],
  ['Mbin', '/m/looms/t/117/On-looms', '/m/looms/t/117', 'negotiates'],
  ['Mbin', '/m/looms/t/117/-/comment/9', '/m/looms/t/117/-/comment/9', 'negotiates'],
  ['Mbin', '/m/looms/p/118/Microblog', '/m/looms/p/118', 'negotiates'],
  ['Lotide', '/posts/5', '/apub/posts/5', 'header'],
  ['NodeBB', '/topic/12/on-looms/3', '/post/3', 'links'],
  ['Discourse', '/t/on-looms/17/4', '/ap/object/0a1b2c3d', 'negotiates'],
  ['Smithereen', '/posts/66561', '/posts/66561', 'negotiates'],
  ['snac2', '/ada/p/1700000000.123456', '/ada/p/1700000000.123456', 'negotiates'],
  [
    'Mitra',
    '/post/0184f062-0000-7000-8000-000000000001',
    '/objects/0184f062-0000-7000-8000-000000000001',
    'redirects',
  ],
  [
    'Bonfire',
    '/post/01HXYZ3TQ8Z5V7K2M4N6P8R9S0',
    '/pub/objects/01HXYZ3TQ8Z5V7K2M4N6P8R9S0',
    'redirects',
  ],
  [
    'Bonfire',
    '/discussion/01HXYZ3TQ8Z5V7K2M4N6P8R9S1',
    '/pub/objects/01HXYZ3TQ8Z5V7K2M4N6P8R9S1',
    'links',
  ],
  [
    'Mobilizon',
    '/events/b81c0531-a57c-497d-93ba-af0f8b255498',
    '/events/b81c0531-a57c-497d-93ba-af0f8b255498',
    'negotiates',
  ],
  ['Gancio', '/event/loom-night', '/federation/m/12', 'links'],
  ['WordPress', '/?p=5', '/?p=5', 'negotiates'],
  ['WordPress', '/2025/08/on-looms/', '/?p=6', 'header'],
  ['WordPress', '/index.php/2025/on-looms-2/?utm_source=x&lang=en', '/?p=7', 'links'],
  [
    'Ghost',
    '/on-looms/',
    '/.ghost/activitypub/article/364146f6-0000-4000-8000-00000000000a',
    'links',
  ],
  ['WriteFreely', '/ada/on-looms', '/api/posts/abcdefghij', 'negotiates'],
  ['Plume', '/~/Looms/on-looms/', '/~/Looms/on-looms/', 'negotiates'],
  ['Threads', '/@ada/post/DCx1y2z3', '/ap/users/17841/post/181123', 'links'],
  ['Flipboard', '/@ada/looms-a1b2c3d4', '/users/ada/statuses/f1', 'links'],
  ['Micro.blog', '/2025/08/17/on-looms.html', '/2025/08/17/on-looms.html', 'negotiates'],
  ['Castopod', '/@looms/episodes/first', '/@looms/posts/9f1e', 'links'],
  ['Funkwhale', '/library/tracks/12', '/federation/music/uploads/5f1e', 'negotiates'],
  ['Owncast', '/federation/zxy1', '/federation/zxy1', 'negotiates'],
  [
    'Hollo',
    '/@ada/0193f062-0000-7000-8000-000000000001',
    '/@ada/0193f062-0000-7000-8000-000000000001',
    'negotiates',
  ],
  ['Takahē', '/@ada@fedi.example/posts/123/', '/@ada@fedi.example/posts/123/', 'negotiates'],
  ['Socialhome', '/content/5f1e/on-looms/', '/content/5f1e/', 'links'],
  [
    'Bridgy Fed',
    '/convert/ap/at://did:plc:abc/app.bsky.feed.post/3k',
    '/convert/ap/at://did:plc:abc/app.bsky.feed.post/3k',
    'negotiates',
  ],
  ['Betula', '/42', '/42', 'negotiates'],
  ['Postmarks', '/bookmark/7', '/m/0a1b', 'links'],
  ['Drupal', '/node/7', '/node/7?_format=activity', 'header'],
];

const activity = 'application/activity+json';

/** The page at the copied address, as its program has it, and the object. */
export function serveShape(
  upstream: UpstreamPlayer,
  [, pasted, id, way]: (typeof shapes)[number],
  object: Sample,
): void {
  const [page, home] = [new URL(pasted, upstream.origin), new URL(id, upstream.origin)];
  const [isObject, header] = [way === 'negotiates', way === 'header'];
  const html = `<!doctype html><html><head><title>A page</title><meta charset="utf-8">
    <link rel="alternate" type="application/rss+xml" href="/feed">
    ${way === 'links' ? `<link rel="alternate" type="${activity}" href="${id}">` : ''}
    </head><body><p>for people</p></body></html>`;
  const link = `</feed>; rel="feed", <${id}>; rel="alternate"; type="${activity}"`;
  // Where the web app shows it, a known path is asked for without what that adds.
  const asked = page.pathname.replace(/\/(?:embed)?$/, '');
  for (const pathname of [page.pathname, asked, home.pathname]) {
    upstream.on(pathname, (_request, response, url) => {
      if (isObject || url.pathname + url.search === home.pathname + home.search) {
        response.writeHead(200, { 'content-type': activity }).end(JSON.stringify(object));
      } else if (way === 'redirects') {
        response.writeHead(301, { location: home.href }).end();
      } else {
        const headers = { 'content-type': 'text/html; charset=utf-8', ...(header && { link }) };
        response.writeHead(200, headers).end(html);
      }
    });
  }
}
