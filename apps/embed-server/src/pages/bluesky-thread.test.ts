import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { ada, node, omar, post, threadPath } from '../testing/bluesky-threads.js';
import { mutated } from '../testing/mutations.js';
import { recording } from '../testing/recordings.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { largestThreadPage } from './page-budget.js';
import { pathOf, words } from './testing/reading.js';
import { openThreadPage, textsOf } from './testing/open-thread-page.js';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.closeAsForeseen());

const play = (thread: unknown) =>
  server.upstream.json('/xrpc/app.bsky.feed.getPostThread', { thread });
const drawn = recording<{ readonly thread: object }>('bsky-drawn-thread');
const drawnPath = `/bluesky/${ada.did}/3kdrawnthread2.amp?thread=1`;
const path = threadPath('2').replace('?', '.amp?');

const open = (url = path) => openThreadPage(server, url);

describe('the page of a thread', () => {
  it('has the posts of the author in their order, and nobody else’s', async () => {
    play(drawn.thread);
    const { $, html } = await open(drawnPath);
    expect(textsOf($).map((text) => text.slice(-3))).toEqual(['1/4', '2/4', '3/4', '4/4']);
    expect($('[aria-current=true] .text').text()).toContain('2/4');
    expect($('.thread > li')).toHaveLength(4);
    expect(html).not.toMatch(/Omar|Which hut|Thank you|PS:/);
    expect(html.length).toBeLessThanOrEqual(largestThreadPage);
  });

  it('has media, cards, dates and links of each, with pictures of this server', async () => {
    play(drawn.thread);
    const { $ } = await open(drawnPath);
    const root = `/bluesky/${ada.did}`;
    expect(pathOf($, $('.media img').attr('src'))).toBe(`${root}/3kdrawnthread2/images/0`);
    expect(pathOf($, $('.card img').attr('src'))).toBe(`${root}/3kdrawnthread3/link-image`);
    expect($('time')).toHaveLength(4);
    expect($('.thread > li:last-child footer a').attr('href')).toBe(
      `https://bsky.app/profile/${ada.did}/post/3kdrawnthread4`,
    );
    expect(words($, '.thread')).not.toContain('Replying');
  });

  it.each([
    ['en', 'More of this thread on Bluesky'],
    ['de', 'Mehr von diesem Thread auf Bluesky'],
    ['ar', 'المزيد من هذه السلسلة على Bluesky'],
  ])('says in %s where there is more', async (language, expected) => {
    play({ ...node({ ...post('2', '1') }), replies: [] });
    const { $ } = await open(`${path}&lang=${language}`);
    const link = $('.thread > li:last-child > a');
    expect([link.text(), link.attr('href')]).toEqual([
      expected,
      `https://bsky.app/profile/${ada.did}/post/2`,
    ]);
    expect($('[aria-current]')).toHaveLength(0);
  });

  it('of a post without others is the page of that post', async () => {
    play({ ...node(post('2')), replies: [] });
    const { html } = await open();
    expect((await server.app.inject(path.replace('?thread=1', ''))).body).toBe(html);
  });

  it('covers each post by its own labels', async () => {
    const warned = { ...post('3', '2'), labels: [{ src: ada.did, val: '!warn' }] };
    play({ ...node(post('2')), replies: [{ ...node(warned), replies: [] }] });
    const { $ } = await open();
    expect($('details .text').text()).toBe('Words of 3');
    expect(textsOf($)).toEqual(['Words of 2']);
  });

  it('leaves out what it has no room for, the farthest first, with a link to the rest', async () => {
    const long = (key: string, parent: string | null) => {
      const view = post(key, parent);
      return { ...view, record: { ...view.record, text: `${key} ${'word '.repeat(120)}` } };
    };
    const below = (depth: number): object[] =>
      depth > 9
        ? []
        : [
            {
              ...node(long(`c${depth}`, depth > 1 ? `c${depth - 1}` : '2')),
              replies: below(depth + 1),
            },
          ];
    const above = (height: number): object => ({
      ...node(long(`p${height}`, height < 9 ? `p${height + 1}` : null)),
      ...(height < 9 ? { parent: above(height + 1) } : {}),
    });
    play({ ...node(post('2', 'p1')), parent: above(1), replies: below(1) });
    const { $, html } = await open();
    expect(html.length).toBeLessThanOrEqual(largestThreadPage);
    const shown = textsOf($).map((text) => text.split(' ')[0]);
    const at = shown.indexOf('Words');
    expect(at).toBeGreaterThan(0);
    expect(shown.slice(0, at)).toEqual(Array.from({ length: at }, (_, index) => `p${at - index}`));
    expect(shown.slice(at + 1)).toEqual(shown.slice(at + 1).map((_, index) => `c${index + 1}`));
    expect($('.thread > li:last-child > a').text()).toBe('More of this thread on Bluesky');
  });
});

const withText = (key: string, parent: string | null, text: string) => {
  const view = post(key, parent);
  return { ...view, record: { ...view.record, text } };
};

it('tells what the first one replies to, where there was no room for that', async () => {
  const parent = node(withText('1', null, 'long '.repeat(1400)));
  play({ ...node(post('2', '1')), parent, replies: [node(post('3', '2'))] });
  const { $ } = await open();
  expect(textsOf($)).toEqual(['Words of 2', 'Words of 3']);
  expect(words($, '.thread > li:first-child')).toContain('Replying');
  expect(words($, '.thread > li:nth-child(2)')).not.toContain('Replying');
});

it('shows the same posts in every theme, down to the last byte', async () => {
  const shown = async (length: number, theme: string) => {
    const parent = node(withText('1', null, 'a'.repeat(length)));
    play({ ...node(post('2', '1')), parent, replies: [] });
    // No kept copy stands in for what is tried.
    server.wait((turn += 1) * 100_000);
    const { $, html } = await open(path + theme);
    expect(html.length).toBeLessThanOrEqual(largestThreadPage);
    return textsOf($).length;
  };
  let [turn, fits, tooLong] = [0, 0, 12_000];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if ((await shown(middle, '')) === 2) fits = middle;
    else tooLong = middle;
  }
  expect(fits).toBeGreaterThan(1000);
  for (const theme of ['', '&theme=light', '&theme=dark']) {
    expect([await shown(fits, theme), await shown(tooLong, theme)]).toEqual([2, 1]);
  }
});

const mostlyAda = fc.constantFrom(ada, ada, ada, ada, omar);
/** Trees of posts by two authors, some of them forged, that reply to each other, themselves or nothing. */
const { tree: trees } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 8, depthIdentifier: 'thread' },
    fc.constantFrom<unknown>(null, {}, { $type: 'app.bsky.feed.defs#blockedPost', uri: 7 }),
    fc
      .tuple(
        fc.constantFrom('1', '2', '3', '4'),
        fc.option(fc.constantFrom('1', '2', '3', '4')),
        mostlyAda,
        mostlyAda,
        mostlyAda,
        tie('tree'),
        fc.array(tie('tree'), { maxLength: 3 }),
      )
      .map(([key, parent, author, of, said, above, replies]) => ({
        ...node({ ...post(key, parent, { author, of }), author: said }),
        parent: above,
        replies,
      })),
  ),
}));

interface View {
  readonly uri: string;
  readonly author: { readonly did: string };
  readonly record: { readonly reply?: { readonly parent: { readonly uri: string } } };
}

async function replyTo(thread: unknown, turn: number) {
  server.upstream.json('/xrpc/app.bsky.feed.getPostThread', { thread });
  // No kept copy stands in for what is tried.
  server.wait(turn * 100_000);
  return server.app.inject(threadPath('2'));
}

it('whatever tree the service sends: one author, each post in reply to the one before, none twice', async () => {
  let [turn, long] = [0, 0];
  const run = async (parent: unknown, replies: unknown, of: string | null) => {
    const reply = await replyTo({ ...node(post('2', of)), parent, replies }, (turn += 1));
    expect(reply.statusCode).toBe(200);
    const { thread, ...asked } = reply.json();
    const chain: View[] = [...thread.before, asked, ...thread.after];
    if (chain.length > 1) long += 1;
    expect(new Set(chain.map(({ uri }) => uri)).size).toBe(chain.length);
    for (const [at, { uri, author, record }] of chain.entries()) {
      expect([author.did, uri.split('/')[2]]).toEqual([ada.did, ada.did]);
      if (at > 0) expect(record.reply?.parent.uri).toBe(chain[at - 1]?.uri);
    }
    await open();
  };
  await fc.assert(
    fc.asyncProperty(
      trees,
      fc.array(trees, { maxLength: 4 }),
      fc.option(fc.constantFrom('1', '3')),
      run,
    ),
    propertySize(150),
  );
  expect(long).toBeGreaterThan(5);
});

it('whatever stands in place of any part: a sound page, or a refusal', async () => {
  let [turn, pages] = [0, 0];
  const run = async (thread: unknown) => {
    server.upstream.json('/xrpc/app.bsky.feed.getPostThread', { thread });
    server.wait((turn += 1) * 100_000);
    const reply = await server.app.inject(drawnPath);
    expect([200, 403, 404, 502]).toContain(reply.statusCode);
    if (reply.statusCode !== 200) return;
    pages += 1;
    await open(drawnPath);
  };
  await fc.assert(
    fc.asyncProperty(mutated(drawn.thread, ['$type', 'post']), run),
    propertySize(40),
  );
  expect(pages).toBeGreaterThan(5);
});
