import { load } from 'cheerio';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { publish, sampleAt, type Sample } from '../testing/fediverse.js';
import { pictures } from '../testing/pictures.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

let server: TestApp;
let other: UpstreamPlayer;
let note: Sample;
let url: string;

beforeEach(async () => {
  const upstream = await startUpstream();
  other = await startUpstream();
  const allowed = `${upstream.authority},${other.authority}`;
  server = await createTestApp({ OUTBOUND_ALLOW_HOSTS: allowed }, upstream);
  note = sample('ap-note');
  url = String(note['id']);
  publish(upstream, note);
  publish(upstream, sample('ap-actor'));
});
afterEach(async () => {
  const calls = [...server.upstream.calls, ...other.calls];
  await server.close();
  await other.close();
  expect(calls.filter((call) => call.startsWith('UNFORESEEN'))).toEqual([]);
});

const sample = (name: string) => sampleAt(server.upstream.origin, name);
const get = (address: string, rest = '') =>
  server.app.inject(`/mastodon/${encodeURIComponent(address)}${rest}`);
const codeOf = async (address = url) => {
  const reply = await get(address);
  return [reply.statusCode, reply.json().code];
};

describe('a status by ActivityPub', () => {
  it("is given in the shape of Mastodon's Status", async () => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    const { authority } = server.upstream;
    expect(reply.json()).toMatchObject({
      visibility: 'public',
      language: 'ar',
      spoiler_text: 'Engines :gear:',
      edited_at: '2025-08-17T12:30:00.000Z',
      account: { acct: `ada@${authority}`, display_name: 'Ada :cog:' },
      media_attachments: [
        { type: 'image', description: 'A loom', meta: { focus: { x: -0.4, y: 0.6 } } },
        { type: 'audio', description: 'Birds' },
      ],
      mentions: [{ acct: `bob@${authority}` }],
      favourites_count: 7,
      reblogs_count: 3,
      replies_count: null,
    });
    expect(reply.body).not.toContain('blurhash');
  });

  it('is shown with its warning, names in full, alt texts and whom it answers', async () => {
    const $ = load((await get(url, '.amp')).body);
    expect($('summary').text()).toContain('Engines');
    expect($('header').text()).toContain(`@ada@${server.upstream.authority}`);
    expect($('article').text()).toContain(`@bob@${server.upstream.authority}`);
    expect($('.text').attr()).toMatchObject({ lang: 'ar', dir: 'auto' });
    expect($('img[alt="A loom"]')).toHaveLength(1);
  });

  it('lends its pictures and emoji', async () => {
    server.upstream.on('*', sendFile(pictures.png, 'image/png'));
    for (const path of ['/profile-image', '/images/0', '/emojis/gear', '/emojis/cog']) {
      expect([path, (await get(url, path)).statusCode]).toEqual([path, 200]);
    }
  });

  it('may be a poll, for whom the list is', async () => {
    const question = sample('ap-question');
    publish(
      server.upstream,
      question,
      'application/ld+json; profile="https://www.w3.org/ns/activitystreams"',
    );
    const reply = await get(String(question['id']));
    expect(reply.json()).toMatchObject({
      visibility: 'unlisted',
      poll: { multiple: true, expired: true, voters_count: 35, votes_count: 40 },
    });
    expect(reply.json().poll.options).toEqual([
      { title: 'Tea', votes_count: 30 },
      { title: 'Coffee', votes_count: 10 },
    ]);
  });

  it('may be an article: title and excerpt, and no warning', async () => {
    const article = sample('ap-article');
    server.upstream.json('/', article, 200, { 'content-type': 'application/activity+json' });
    const $ = load((await get(String(article['id']), '.amp')).body);
    expect($('.text').text()).toBe('On looms & <engines>How cards came to mean numbers.');
    expect($('details, .text[lang]')).toHaveLength(0);
    expect(server.upstream.calls).toContain('/?p=5');
  });

  it('may be a film: the file next to 720 lines, its poster, its description as text', async () => {
    const film = sample('ap-video');
    publish(server.upstream, film);
    const reply = (await get(String(film['id']))).json();
    expect(reply.media_attachments).toMatchObject([
      {
        type: 'video',
        url: `${server.upstream.origin}/media/720.mp4`,
        preview_url: `${server.upstream.origin}/media/large.jpg`,
        meta: { original: { duration: 65, width: 1280 } },
      },
    ]);
    expect(reply.url).toBe(`${server.upstream.origin}/w/9xmJn8`);
    expect(reply.content).toContain('<p>In &lt;two&gt; parts.</p>');
  });

  it('may be the activity that made it, or a boost', async () => {
    const { origin } = server.upstream;
    const activity = {
      id: `${origin}/activities/1`,
      actor: `${origin}/users/ada`,
      to: 'as:Public',
    };
    publish(server.upstream, { ...activity, type: 'Create', object: note });
    expect((await get(activity.id)).json().uri).toBe(url);
    const boost = { ...activity, id: `${origin}/activities/2`, type: 'Announce', object: url };
    publish(server.upstream, boost);
    expect((await get(boost.id)).json().reblog.uri).toBe(url);
    expect(load((await get(boost.id, '.amp')).body)('.post > .soft img.emoji')).toHaveLength(1);
  });
});

describe('an ActivityPub answer that is not to be believed', () => {
  it.each([
    'application/json',
    'text/html',
    'image/png',
    'application/ld+json',
    'text/activity+json',
  ])('502: as %s it may be an upload', async (type) => {
    publish(server.upstream, note, type);
    expect(await codeOf()).toEqual([502, 'upstream_malformed']);
  });

  it('asks the host of a foreign id once, and believes that alone', async () => {
    const foreign = { ...note, id: `${other.origin}/note` };
    server.upstream.json(new URL(url).pathname, foreign, 200, {
      'content-type': 'application/activity+json',
    });
    other.json('/note', {}, 404);
    expect(await codeOf()).toEqual([404, 'status_not_found']);
    expect(other.calls).toEqual(['/note']);
    publish(other, { ...note, id: `${server.upstream.origin}/elsewhere` });
    other.json('/note', note, 200, { 'content-type': 'application/activity+json' });
    server.wait(61);
    expect(await codeOf()).toEqual([502, 'upstream_malformed']);
  });

  it('502: an author of another host, by name or by his own id', async () => {
    publish(server.upstream, { ...note, attributedTo: `${other.origin}/users/ada` });
    expect(await codeOf()).toEqual([502, 'upstream_malformed']);
    publish(server.upstream, note);
    const actor = { ...sample('ap-actor'), id: `${other.origin}/users/ada` };
    publish(other, actor);
    server.upstream.json('/users/ada', actor, 200, { 'content-type': 'application/activity+json' });
    expect(await codeOf()).toEqual([502, 'upstream_malformed']);
  });

  it.each([
    ['for followers', { to: ['https://fedi.example/users/ada/followers'] }],
    ['for nobody named', { to: [], cc: [] }],
    ['deleted', { type: 'Tombstone' }],
  ])('404: %s', async (_name, change) => {
    publish(server.upstream, { ...note, ...change });
    expect(await codeOf()).toEqual([404, 'status_not_found']);
  });

  it('404: of a suspended account, or one that is gone', async () => {
    publish(server.upstream, { ...sample('ap-actor'), suspended: true });
    expect((await codeOf())[0]).toBe(404);
    server.upstream.json('/users/ada', {}, 410);
    server.wait(61);
    expect((await codeOf())[0]).toBe(404);
  });

  it.each([
    ['wants a signature', 401, [503, 'instance_unwilling']],
    ['refuses strangers', 403, [503, 'instance_unwilling']],
    ['is broken', 500, [502, 'upstream_failed']],
  ])('the server %s', async (_name, status, expected) => {
    server.upstream.json(new URL(url).pathname, {}, status);
    expect(await codeOf()).toEqual(expected);
  });

  it.each(['note', 'author', 'redirect of the author', 'avatar', 'attachment', 'quote'])(
    'that names an address inside: %s',
    async (what) => {
      const inside = await startUpstream();
      const { upstream } = server;
      const activity = { 'content-type': 'application/activity+json' };
      const attachment = [{ type: 'Image', url: `${inside.origin}/b.png` }];
      const changed = what === 'attachment' ? { ...note, attachment } : note;
      const quote = what === 'quote' ? { quoteUrl: `${inside.origin}/note` } : {};
      const id = what === 'note' ? `${inside.origin}/note` : url;
      upstream.json(new URL(url).pathname, { ...changed, ...quote, id }, 200, activity);
      const actorId = what === 'author' ? `${inside.origin}/ada` : `${upstream.origin}/users/ada`;
      const icon = { url: `${inside.origin}/a.png` };
      upstream.json('/users/ada', { ...sample('ap-actor'), icon, id: actorId }, 200, activity);
      if (what.startsWith('redirect')) {
        upstream.on('/users/ada', (_request, response) => {
          response.writeHead(302, { location: `${inside.origin}/users/ada` }).end();
        });
      }
      const paths: Record<string, string> = { avatar: '/profile-image', attachment: '/images/0' };
      const reply = await get(url, paths[what]);
      const reached = inside.connections();
      await inside.close();
      expect([reply.statusCode, reached]).toEqual([what === 'quote' ? 200 : 502, 0]);
    },
  );
});

describe('a quote by ActivityPub', () => {
  const quotedAt = (origin: string) => sampleAt(origin, 'ap-question');
  const stampOf = (origin: string, target: string) => ({
    id: `${origin}/stamps/1`,
    type: 'QuoteAuthorization',
    attributedTo: `${origin}/users/ada`,
    interactingObject: url,
    interactionTarget: target,
  });

  it('shows what the same person wrote', async () => {
    const quoted = quotedAt(server.upstream.origin);
    publish(server.upstream, quoted);
    publish(server.upstream, { ...note, quoteUrl: quoted['id'] });
    const $ = load((await get(url, '.amp')).body);
    expect($('article article').text()).toContain('Tea or coffee?');
  });

  it.each([
    ['shows what its author allowed', {}, 1],
    ['links to what was allowed to another post', { interactingObject: 'https://x.example/1' }, 0],
    ['links to what another allowed', { attributedTo: 'https://x.example/1' }, 0],
    ['links to what has no stamp', { type: 'Note' }, 0],
  ])('%s', async (_name, change, shown) => {
    const quoted = quotedAt(other.origin);
    const stamp = { ...stampOf(other.origin, String(quoted['id'])), ...change };
    for (const object of [quoted, stamp, sampleAt(other.origin, 'ap-actor')])
      publish(other, object);
    publish(server.upstream, { ...note, quote: quoted['id'], quoteAuthorization: stamp.id });
    const $ = load((await get(url, '.amp')).body);
    expect($('article article')).toHaveLength(shown);
    expect($(`.text a[href="${String(quoted['id'])}"]`)).toHaveLength(1 - shown);
  });

  it('links to what nobody can vouch for, or to a host that is down', async () => {
    other.json('/gone', {}, 500);
    publish(server.upstream, { ...note, _misskey_quote: `${other.origin}/gone` });
    const reply = await get(url);
    expect([reply.statusCode, reply.json().quote]).toEqual([200, null]);
    expect(reply.json().content).toContain(`${other.origin}/gone`);
  });
});
