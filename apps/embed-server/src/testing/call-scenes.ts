import { lasting, type CallFaultName } from './call-faults.js';
import { ada, node, post, threadPath } from './bluesky-threads.js';
import { publish, type Sample } from './fediverse.js';
import { misskeyNote, tweet } from './call-samples.js';
import { pictures } from './pictures.js';
import { playRecording } from './recorded-upstreams.js';
import { playContext, statusThreadPath, threadStatus } from './status-threads.js';
import { sendFile, type UpstreamPlayer } from './upstream-player.js';

// One reply of each kind, with all calls that it takes while every host is well.

export interface Hosts {
  readonly asked: UpstreamPlayer;
  readonly other: UpstreamPlayer;
}

export interface CallScene {
  readonly path: string;
  /** What the reply has without any of the calls that are not `primary`. */
  readonly words: string;
  /** The calls without which there is nothing to show, as `asked /path` or `other /path`. */
  readonly primary: RegExp;
  /** Where it is another than 200, or for a primary call than what such a fault of it is in general. */
  readonly status?: (call: string, fault: CallFaultName) => number | undefined;
  /** Whether a fault says what there is: it is asked for again as late as what is there. */
  readonly isAnswer?: (call: string, fault: CallFaultName) => boolean;
  /** Whether what is refused is asked for again after an hour. */
  readonly isPicture?: boolean;
  readonly environment?: Record<string, string>;
}

const everyone = 'https://www.w3.org/ns/activitystreams#Public';
const page = (url: string, rest = '.amp') => `/mastodon/${encodeURIComponent(url)}${rest}`;
const person = ({ origin }: UpstreamPlayer, name: string): Sample => ({
  ...{ id: `${origin}/users/${name}`, type: 'Person', preferredUsername: name, name },
});
const note = ({ origin }: UpstreamPlayer, name: string, key: string): Sample => ({
  ...{
    id: `${origin}/users/${name}/statuses/${key.padStart(26, '0')}`,
    type: 'Note',
    to: everyone,
  },
  ...{ attributedTo: `${origin}/users/${name}`, published: '2026-01-02T00:00:00Z' },
  content: `<p>Words of ${key}</p>`,
});
const account = ({ origin }: UpstreamPlayer, name: string, acct = name) => ({
  ...{ id: '1', acct, username: name, display_name: name, url: `${origin}/@${name}` },
  uri: `${origin}/users/${name}`,
});
const status = (at: UpstreamPlayer, name: string, acct?: string) => ({
  id: '5',
  uri: `${at.origin}/users/${name}/statuses/5`,
  url: `${at.origin}/@${name}/5`,
  content: `<p>Words of ${name}</p>`,
  account: account(at, name, acct),
});
/** Of a call for an author whose word is needed: where it is another than that it fails. */
const ofAuthor =
  (calls: RegExp): CallScene['status'] =>
  (call, fault) =>
    calls.test(call) && lasting.includes(fault) ? (fault === 'says 404' ? 404 : 502) : undefined;
/** The same of an address that may be none of a status: what is there, or where that leads, need be none. */
const openAddress =
  (authors: RegExp): CallScene['status'] =>
  (call, fault) =>
    fault === 'sends another type' && !authors.test(call) ? 400 : ofAuthor(authors)?.(call, fault);
/** Where another API is asked, too, which has nothing. */
const orNothing: CallScene['status'] = (call, fault) =>
  fault === 'sends another type' && call.startsWith('asked /api/') ? 404 : undefined;
/** Another size of it is sent. */
const nextPicture: CallScene['status'] = (call, fault) =>
  fault === 'says 404' && !call.includes('tweet-result') ? 200 : undefined;

/** The same, and nothing by ActivityPub, which is asked where REST has nothing. */
function restAlone({ asked }: Hosts): string {
  asked.json('/@a/5', {}, 404);
  return page(`${asked.origin}/@a/5`);
}

export const callScenes: Readonly<Record<string, (hosts: Hosts) => CallScene>> = {
  'a quote by ActivityPub': ({ asked, other }) => {
    const [own, quoted] = [note(asked, 'ada', '1'), note(other, 'omar', '2')];
    const stamp = {
      ...{ id: `${other.origin}/stamps/1`, type: 'QuoteAuthorization' },
      ...{ attributedTo: `${other.origin}/users/omar`, interactingObject: own['id'] },
      interactionTarget: quoted['id'],
    };
    publish(asked, { ...own, quote: quoted['id'], quoteAuthorization: stamp.id });
    publish(asked, person(asked, 'ada'));
    for (const one of [quoted, stamp, person(other, 'omar')]) publish(other, one);
    const primary = /^asked .*statuses/;
    return {
      path: page(String(own['id'])),
      words: 'Words of 1',
      primary,
      status: ofAuthor(/^asked .*ada$/),
    };
  },
  'a boost by ActivityPub': ({ asked, other }) => {
    const boosted = note(other, 'omar', '2');
    const actor = `${asked.origin}/users/ada`;
    const boost = { ...{ id: `${asked.origin}/boosts/1`, type: 'Announce', actor }, to: everyone };
    for (const one of [{ ...boost, object: boosted['id'] }, person(asked, 'ada')])
      publish(asked, one);
    for (const one of [boosted, person(other, 'omar')]) publish(other, one);
    const primary = /boosts|statuses/;
    return {
      path: page(boost.id),
      words: 'Words of 2',
      primary,
      status: openAddress(/users\/\w+$/),
    };
  },
  'a page with a link to ActivityPub': ({ asked }) => {
    const own = note(asked, 'ada', '1');
    const type = 'application/activity+json';
    const html = `<head><link rel="alternate" type="${type}" href="${String(own['id'])}"></head>`;
    asked.on('/blog', sendFile(Buffer.from(html), 'text/html'));
    for (const one of [own, person(asked, 'ada')]) publish(asked, one);
    const path = page(`${asked.origin}/blog`);
    return {
      path,
      words: 'Words of 1',
      primary: /blog|statuses/,
      status: openAddress(/ada$/),
    };
  },
  'a page with two links to ActivityPub': ({ asked }) => {
    const [own, next] = [note(asked, 'ada', '1'), note(asked, 'ada', '2')];
    const links = [own, next].map(({ id }) => ({ rel: 'alternate', href: String(id) }));
    const type = 'application/activity+json';
    const html = links.map(({ rel, href }) => `<link rel="${rel}" type="${type}" href="${href}">`);
    asked.on('/blog', sendFile(Buffer.from(`<head>${html.join('')}</head>`), 'text/html'));
    for (const one of [own, next, person(asked, 'ada')]) publish(asked, one);
    const path = page(`${asked.origin}/blog`);
    // Where one of the two is no post, the other one is shown.
    const status: CallScene['status'] = (call, fault) =>
      call.includes('statuses') ? undefined : openAddress(/ada$/)?.(call, fault);
    return { path, words: 'Words of', primary: /blog/, status };
  },
  'a status that another host attests': ({ asked, other }) => {
    asked.json('/api/v1/statuses/5', status(other, 'ada', `ada@${other.authority}`));
    const own = { ...status(other, 'ada'), content: '<p>Words of ada, in full</p>' };
    other.json('/api/v1/statuses/5', own);
    const path = restAlone({ asked, other });
    return { path, words: 'Words of ada', primary: /^asked/, status: orNothing };
  },
  'a name at another domain': ({ asked, other }) => {
    const acct = `ada@${other.authority}`;
    asked.json('/api/v1/statuses/5', status(asked, 'ada', acct));
    const self = { rel: 'self', type: 'application/activity+json' };
    const jrd = {
      subject: `acct:${acct}`,
      links: [{ ...self, href: `${asked.origin}/users/ada` }],
    };
    const headers = { 'content-type': 'application/jrd+json' };
    other.json('/.well-known/webfinger', jrd, 200, headers);
    const path = restAlone({ asked, other });
    return { path, words: 'Words of ada', primary: /^asked/, status: orNothing };
  },
  'a quote by Mastodon of another host': ({ asked, other }) => {
    const attested = status(other, 'omar', `omar@${other.authority}`);
    const quoted = { ...attested, id: '6', uri: `${other.origin}/users/omar/statuses/6` };
    const quote = { state: 'accepted', quoted_status: quoted };
    asked.json('/api/v1/statuses/5', { ...status(asked, 'ada'), quote });
    const { uri } = quoted;
    const own = { ...status(other, 'omar'), id: '6', uri, content: '<p>In full</p>' };
    other.json('/api/v1/statuses/6', own);
    const path = restAlone({ asked, other });
    return { path, words: 'Words of ada', primary: /^asked/, status: orNothing };
  },
  'a thread on Mastodon': ({ asked }) => {
    const [own, above] = [threadStatus(asked, '2', '1'), threadStatus(asked, '1')];
    playContext(asked, own, { ancestors: [above] });
    asked.json('*', {}, 404);
    const primary = /statuses\/2$/;
    const status: CallScene['status'] = (call, fault) =>
      primary.test(call) ? orNothing?.(call, fault) : undefined;
    // A conversation that is larger than this server reads has none that it would show.
    const isAnswer: CallScene['isAnswer'] = (call, fault) =>
      call.endsWith('/context') && fault === 'sends without end';
    const path = statusThreadPath(asked, '2');
    return { path, words: 'Words of 2', primary, status, isAnswer };
  },
  'a thread on Misskey': ({ asked }) => {
    const reply = { replyId: '1', reply: { user: { id: 'a', username: 'ada', host: null } } };
    asked.json('/api/notes/show', misskeyNote('2', reply));
    asked.json('/api/notes/conversation', [misskeyNote('1')]);
    asked.json('/api/notes/children', []);
    const path = page(`${asked.origin}/notes/2`, '?thread=1');
    asked.json('*', {}, 404);
    const primary = /show$/;
    // A call that posts follows no redirect.
    const elsewhere: readonly CallFaultName[] = ['sends another type', 'redirects in a circle'];
    const status: CallScene['status'] = (call, fault) =>
      primary.test(call) && elsewhere.includes(fault) ? 404 : undefined;
    return { path, words: 'Words of 2', primary, status };
  },
  'a thread by ActivityPub': ({ asked }) => {
    const [own, above] = [note(asked, 'ada', '2'), note(asked, 'ada', '1')];
    publish(asked, { ...own, inReplyTo: above['id'] });
    for (const one of [above, person(asked, 'ada')]) publish(asked, one);
    const path = page(String(own['id']), '?thread=1');
    return { path, words: 'Words of 2', primary: /2$/, status: ofAuthor(/users\/ada$/) };
  },
  'a thread on X': ({ asked }) => {
    const reply = { in_reply_to_status_id_str: '1', in_reply_to_screen_name: 'Ada' };
    asked.on('/tweet-result', (_request, response, url) => {
      const found = url.searchParams.get('id') === '1' ? tweet('1') : tweet('2', reply);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    });
    return { path: '/tweet/2.amp?thread=1', words: 'Words of 2', primary: /id=2/ };
  },
  'a long text on X': ({ asked }) => {
    asked.json('/tweet-result', tweet('2', { note_tweet: { id: 'x' } }));
    const data = { id: '2', text: 'Words of 2, and the rest', author_id: '13' };
    asked.json('/2/tweets/2', { data, includes: {} });
    const environment = { TWITTER_BEARER_TOKEN: 'a'.repeat(20) };
    const primary = /tweet-result/;
    // The other source has it, too; where that says that there is none, there is none.
    const status = (call: string, fault: CallFaultName) =>
      primary.test(call) ? 200 : fault === 'says 404' ? 404 : 200;
    return { path: '/tweet/2.amp', words: 'Words of 2', primary, status, environment };
  },
  'a tweet that oEmbed has, too': ({ asked }) => {
    asked.json('/tweet-result', tweet('2'));
    const html =
      '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">Words of 2</p></blockquote>';
    asked.json('/oembed', { html, author_name: 'Ada', author_url: 'https://twitter.com/Ada' });
    return { path: '/tweet/2.amp', words: 'Words of 2', primary: /^-/ };
  },
  'a thread on Bluesky': ({ asked }) => {
    const [own, above] = [post('2', '1'), post('1')];
    asked.on('/xrpc/app.bsky.feed.getPostThread', (_request, response, url) => {
      const isAlone = url.searchParams.get('parentHeight') === '0';
      const thread = isAlone ? node(own) : { ...node(own), parent: node(above), replies: [] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ thread }));
    });
    return { path: threadPath('2'), words: 'Words of 2', primary: /parentHeight=0/ };
  },
  'a post on Bluesky': ({ asked }) => {
    asked.json('/xrpc/app.bsky.feed.getPostThread', { thread: node(post('2')) });
    // It says so with 400.
    const status = (_call: string, fault: CallFaultName) =>
      fault === 'says 404' ? 502 : undefined;
    return { path: `/bluesky/${ada.did}/2.amp`, words: 'Words of 2', primary: /xrpc/, status };
  },
  'a film on YouTube': ({ asked }) => {
    asked.json('/oembed', { title: 'A talk', author_name: 'Ada' });
    return { path: '/video/youtube/m6UOo2YGbIE.amp', words: 'YouTube', primary: /^-/ };
  },
  'a film on Vimeo': ({ asked }) => {
    asked.json('/api/v2/video/1.json', [{ id: 1, title: 'A talk', width: 640, height: 360 }]);
    asked.json('/api/oembed.json', {}, 404);
    return { path: '/video/vimeo/1.amp', words: 'A talk', primary: /v2/ };
  },
  'a film on Vimeo that oEmbed has, too': ({ asked }) => {
    asked.json('/api/v2/video/1.json', [{ id: 1, title: 'A talk', width: 640, height: 360 }]);
    asked.json('/api/oembed.json', { title: 'A talk', video_id: 1, width: 640, height: 361 });
    // What the API does not know is kept as oEmbed has it, for as long as any film.
    const path = '/video/vimeo/1.amp';
    return { path, words: 'A talk', primary: /^-/, isPicture: true };
  },
  'a page of a provider': ({ asked }) => {
    const path = playRecording(asked, 'oembed-spotify');
    return { path, words: 'Spotify', primary: /oembed/ };
  },
  'a shared link of Facebook': ({ asked }) => {
    const location = 'https://www.facebook.com/a/videos/10153231379946729/';
    asked.on('/share/v/18aB-c/', (_request, response) => {
      response.writeHead(302, { location }).end();
    });
    const url = encodeURIComponent('https://www.facebook.com/share/v/18aB-c/');
    // A redirect is its answer, which is kept for an hour; without one there is no film.
    const none = ['redirects in a circle', 'sends garbage', 'sends another type'];
    const status = (_call: string, fault: CallFaultName) =>
      none.includes(fault) ? 404 : undefined;
    return {
      path: `/oembed?url=${url}`,
      words: 'facebook',
      primary: /share/,
      status,
      isPicture: true,
    };
  },
  'a picture of a tweet': ({ asked }) => {
    const path = playRecording(asked, 'tweet-syn-photo').replace('.amp', '/images/0');
    asked.on('*', sendFile(pictures.png, 'image/png'));
    return { path, words: 'PNG', primary: /./, status: nextPicture, isPicture: true };
  },
  'the poster of a film on YouTube': ({ asked }) => {
    asked.on('*', sendFile(pictures.png, 'image/png'));
    const path = '/video/youtube/m6UOo2YGbIE-poster-image';
    return { path, words: 'PNG', primary: /./, status: nextPicture, isPicture: true };
  },
};
