import { load } from 'cheerio';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { publish, sampleAt, type Sample } from '../testing/fediverse.js';
import { programs } from '../testing/programs.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

/** The object at the player, with its author. */
function play(object: Sample): Sample {
  const { upstream } = server;
  const here = JSON.stringify(object).replaceAll('https://fedi.example', upstream.origin);
  const played = JSON.parse(here) as Sample;
  upstream.reset();
  upstream.on('*', (_request, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end();
  });
  publish(upstream, { ...sampleAt(upstream.origin, 'ap-actor'), id: played['attributedTo'] });
  publish(upstream, played);
  return played;
}

const get = (object: Sample, rest = '') =>
  server.app.inject(`/mastodon/${encodeURIComponent(String(object['id']))}${rest}`);

describe('what programs send', () => {
  it.each(
    programs.map(({ program, object, shown }) => [program, object['type'], object, shown] as const),
  )('%s: a %s', async (_program, _type, object, shown) => {
    const page = await get(play(object), '.amp');
    expect(page.statusCode).toBe(200);
    const post = load(page.body)('article').text();
    let at = 0;
    for (const words of shown) {
      expect(post.slice(at)).toContain(words);
      at = post.indexOf(words, at) + words.length;
    }
  });

  it('is answered for all kinds that are posts', () => {
    const kinds = new Set(programs.map(({ object }) => object['type']));
    const names = new Set(programs.map(({ program }) => program));
    expect([programs.length, names.size]).toEqual([43, 28]);
    const posts = ['Note', 'Question', 'Article', 'Page', 'Image', 'Video', 'Audio', 'Event'];
    expect([...kinds].sort()).toEqual(posts.sort());
  });

  const ofProgram = (name: string) =>
    play(programs.find(({ program }) => program === name)?.object ?? {});

  it('a link keeps its address, and its picture is of the card', async () => {
    const lemmy = ofProgram('Lemmy');
    const { card, media_attachments: media } = (await get(lemmy)).json();
    expect(card).toMatchObject({ url: 'https://looms.example/on/cards' });
    expect(card.image).toContain('/media/loom.png');
    expect(media).toEqual([]);
    const $ = load((await get(lemmy, '.amp')).body);
    expect($('a.card').attr('href')).toBe('https://looms.example/on/cards');
  });

  it('a link beside pictures has its card, and each picture is shown once', async () => {
    const image = { type: 'Image', url: 'https://fedi.example/media/a.png', name: 'A loom' };
    const link = { type: 'Link', href: 'https://looms.example/on/cards' };
    const { id, ...lemmy } = programs.find(({ program }) => program === 'Lemmy')?.object ?? {};
    const post = { ...lemmy, id: `${String(id)}/both`, attachment: [image, link], image };
    const $ = load((await get(play(post), '.amp')).body);
    expect($('.media img').attr('alt')).toBe('A loom');
    expect($('a.card').attr('href')).toBe('https://looms.example/on/cards');
    expect($('a.card img')).toHaveLength(0);
  });

  it('a link to a picture, sound or film is that, and not a page', async () => {
    const links = [
      { href: 'https://fedi.example/media/a.jpg', mediaType: 'text/html' },
      { href: 'https://fedi.example/media/a.mp3', mediaType: 'audio/mpeg', name: 'A song' },
      { href: 'https://fedi.example/media/a.webm', mediaType: 'video/webm' },
    ];
    const { id, ...hubzilla } =
      programs.find(({ program }) => program === 'Hubzilla')?.object ?? {};
    const attachment = links.map((link) => ({ type: 'Link', ...link }));
    const { card, media_attachments: media } = (
      await get(play({ ...hubzilla, id: `${String(id)}/files`, attachment }))
    ).json();
    expect(media.map(({ type }: Sample) => type)).toEqual(['image', 'audio', 'video']);
    expect(card).toBeNull();
  });

  it('a link that a note attaches beside a picture is one, unless it is among its words', async () => {
    const { id, ...note } = programs.find(({ program }) => program === 'GoToSocial')?.object ?? {};
    const links = ['https://a.example/?b=1&c=2', 'https://d.example/'].map((href) => ({
      type: 'Link',
      href,
    }));
    const attachment = [note['attachment'], ...links];
    const content = '<p><a href="https://a.example/?b=1&amp;c=2">a</a></p>';
    const played = play({ ...note, id: `${String(id)}/links`, attachment, content });
    const $ = load((await get(played, '.amp')).body);
    const shown = $('.text a').toArray();
    expect(shown.map((link) => $(link).attr('href')).sort()).toEqual(links.map(({ href }) => href));
  });

  it('a long note is folded, whole; a long article is cut, with a link to it', async () => {
    const folded = load((await get(ofProgram('Friendica'), '.amp')).body);
    expect(folded('.text').text().match(/much/g)).toHaveLength(1500);
    expect(folded('details .text').text().length).toBeGreaterThan(4000);
    const ghost = ofProgram('Ghost');
    const cut = load((await get(ghost, '.amp')).body);
    expect(cut('.text').text().length).toBeLessThan(1000);
    expect(cut('.text + a').attr('href')).toBe(ghost['id']);
  });

  it.each([
    ['Ghost', 'article/4', '/media/a.png'],
    ['PeerTube', 'watch/live', '/media/live.jpg'],
  ])(
    'a picture of %s that is an address alone, or of no file, is shown',
    async (name, id, path) => {
      const found = programs.find(
        ({ program, object }) => program === name && String(object['id']).endsWith(id),
      );
      const played = play(found?.object ?? {});
      const { media_attachments: media } = (await get(played)).json();
      expect(media).toMatchObject([{ type: 'image', url: server.upstream.origin + path }]);
      expect(load((await get(played, '.amp')).body)('.media img')).toHaveLength(1);
    },
  );

  it('a picture of Owncast has its description, which is told as its content', async () => {
    const owncast = ofProgram('Owncast');
    const { media_attachments: media, content } = (await get(owncast)).json();
    expect(media).toMatchObject([{ description: 'Live stream preview & more' }]);
    expect(content).toBe('<p>I am live</p>');
    const $ = load((await get(owncast, '.amp')).body);
    expect($('.media img').attr('alt')).toBe('Live stream preview & more');
  });

  it('addresses in a text that is no HTML are links', async () => {
    const content =
      'See https://mill.example/a?b=1&c=2, **[the cards](https://looms.example/)** (https://x.example).';
    const { id, ...peertube } =
      programs.find(({ program }) => program === 'PeerTube')?.object ?? {};
    const film = { ...peertube, id: `${String(id)}/linked`, content };
    const $ = load((await get(play(film), '.amp')).body);
    const links = $('.text a').toArray();
    expect(links.map((link) => $(link).attr('href'))).toEqual([
      'https://mill.example/a?b=1&c=2',
      'https://looms.example/',
      'https://x.example/',
    ]);
    expect($(links[1]).text()).toBe('the cards (looms.example)');
    expect($('.text').text()).toContain('x.example).');
  });

  it.each(['Cards hold numbers', 'Cards hold…', 'Cards, hold'])(
    'a name that is the beginning of a note is no title: %s',
    async (name) => {
      const { id, ...note } = programs.find(({ program }) => program === 'Mastodon')?.object ?? {};
      const content = '<p><b>Cards</b>&nbsp;hold numbers</p>';
      const named = { ...note, id: `${String(id)}/${name.length}`, name, content };
      expect((await get(play(named))).json().content).toBe(content);
    },
  );

  it.each(['status', 'ical:status'])('an event that is cancelled says so: %s', async (field) => {
    const { id, ...event } = programs.find(({ program }) => program === 'Mobilizon')?.object ?? {};
    const cancelled = { ...event, id: `${String(id)}/${field.length}`, [field]: 'CANCELLED' };
    const page = await get(play(cancelled), '.amp?lang=de');
    const $ = load(page.body);
    expect($('article').text()).toContain('Abgesagt');
    expect($('meta[property="og:description"]').attr('content')).toMatch(/^Abgesagt: Loom night/);
    const confirmed = { ...event, id: `${String(id)}/of${field.length}`, [field]: 'CONFIRMED' };
    expect((await get(play(confirmed), '.amp?lang=de')).body).not.toContain('Abgesagt');
  });

  it('a text that is told in languages alone has one', async () => {
    const found = programs.find(({ object }) => object['contentMap'] !== undefined);
    expect((await get(play(found?.object ?? {}))).json().language).toBe('de');
  });

  it('a text has the language of its only translation, which words it otherwise', async () => {
    const { id, ...friendica } =
      programs.find(({ program }) => program === 'Friendica')?.object ?? {};
    const contentMap = { ar: '<bdi>كلمات</bdi> كثيرة' };
    const note = {
      ...friendica,
      id: `${String(id)}/ar`,
      content: '<p>كلمات كثيرة</p>',
      contentMap,
    };
    expect((await get(play(note))).json().language).toBe('ar');
    const page = load((await get(play(note), '.amp')).body);
    expect(page('.text').attr('lang')).toBe('ar');
  });

  it('a quote that stands among the tags alone is a quote', async () => {
    const { origin } = server.upstream;
    const base = { type: 'Note', attributedTo: `${origin}/ada`, to: 'as:Public' };
    const href = `${origin}/notes/quoted`;
    const rel = 'https://misskey-hub.net/ns#_misskey_quote';
    const note = { ...base, id: `${origin}/notes/quoting`, content: 'See' };
    const played = play({ ...note, tag: [{ type: 'Link', href, rel, name: `RE: ${href}` }] });
    publish(server.upstream, { ...base, id: href, content: 'The words quoted' });
    expect(load((await get(played, '.amp')).body)('article article').text()).toContain('quoted');
  });

  it('a boost of what made a post is a boost of the post', async () => {
    const { origin } = server.upstream;
    const addressed = { to: 'as:Public', actor: `${origin}/ada` };
    const note = {
      type: 'Note',
      id: `${origin}/1`,
      attributedTo: `${origin}/ada`,
      content: 'Made',
    };
    const boost = {
      id: `${origin}/boost`,
      type: 'Announce',
      ...addressed,
      object: `${origin}/made`,
    };
    const played = play({ ...boost, attributedTo: `${origin}/ada` });
    const object = { ...note, to: 'as:Public' };
    publish(server.upstream, { id: `${origin}/made`, type: 'Create', ...addressed, object });
    expect(load((await get(played, '.amp')).body)('article').text()).toContain('Made');
  });
});
