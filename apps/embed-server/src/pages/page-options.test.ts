import { load } from 'cheerio';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
  const tweet = server.upstream.fixture('tweet-syn-photo') as object;
  server.upstream.json('/tweet-result', { ...tweet, favorite_count: 2, conversation_count: 1 });
  server.upstream.json('/api/v1/statuses/1', server.upstream.fixture('masto-cw-text'));
  server.upstream.json('/oembed', server.upstream.fixture('video-youtube-oembed'));
});
afterAll(() => server.close());

async function page(url: string) {
  const response = await server.app.inject({ url });
  expect(response.statusCode).toBe(200);
  return { $: load(response.body), policy: response.headers['content-security-policy'] };
}

const pages = () => [
  '/tweet/1629307668568633344.amp',
  `/mastodon/${encodeURIComponent(`${server.upstream.origin}/@a/1`)}.amp`,
  '/video/youtube/m6UOo2YGbIE.amp',
];

describe('?theme=', () => {
  it.each(['light', 'dark'])('%s: the page has it, under the same policy', async (theme) => {
    for (const url of pages()) {
      const { $, policy } = await page(`${url}?theme=${theme}`);
      expect([url, $('html').attr('data-theme')]).toEqual([url, theme]);
      expect($('meta[name=color-scheme]').attr('content')).toBe(theme);
      expect(policy).toBe((await page(url)).policy);
    }
  });

  it.each(['', 'blue', 'dark"onload="alert(1)', 'Dark'])(
    '%j: the choice is the reader’s',
    async (wish) => {
      for (const url of pages()) {
        const { $ } = await page(`${url}?theme=${encodeURIComponent(wish)}`);
        expect($('html').attr('data-theme')).toBeUndefined();
        expect($('meta[name=color-scheme]').attr('content')).toBe('light dark');
      }
    },
  );
});

describe('?lang=', () => {
  it.each([
    ['en', 'ltr', 'View on X', ['Reply (1 reply)', 'Repost', 'Like (2 likes)']],
    ['de', 'ltr', 'Auf X ansehen', ['Antworten (1 Antwort)', 'Reposten', 'Gefällt mir (2 Likes)']],
    ['fr', 'ltr', 'Voir sur X', ['Répondre (1 réponse)', 'Reposter', 'J’aime (2 j’aime)']],
    ['es', 'ltr', 'Ver en X', ['Responder (1 respuesta)', 'Repostear', 'Me gusta (2 me gusta)']],
    ['pt-BR', 'ltr', 'Ver em X', ['Responder (1 resposta)', 'Repostar', 'Curtir (2 gostos)']],
    ['ja', 'ltr', 'Xで見る', ['返信 (返信 1件)', 'リポスト', 'いいね (いいね 2件)']],
    ['ar', 'rtl', 'عرض على X', ['رد (رد واحد)', 'إعادة نشر', 'إعجاب (إعجابان)']],
  ])('%s: words, numbers and direction', async (lang, direction, link, counts) => {
    const [tweet = ''] = pages();
    const { $ } = await page(`${tweet}?lang=${lang}`);
    expect([$('html').attr('lang'), $('html').attr('dir')]).toEqual([lang.slice(0, 2), direction]);
    expect($('footer .source').text()).toBe(link);
    expect(
      $('.actions a > :last-child')
        .toArray()
        .map((one) => $(one).text()),
    ).toEqual(counts);
  });

  it('ar: a title keeps its own direction, the words around it have that of the page', async () => {
    const { $ } = await page(`${pages()[2] ?? ''}?lang=ar`);
    expect($('h1').attr('dir')).toBe('auto');
    expect($('.below').attr('dir')).toBeUndefined();
    expect($('.below .soft').last().attr('dir')).toBeUndefined();
  });

  it('keeps the day and year readable in every language, and the policy the same', async () => {
    const { policy } = await page(pages()[0] ?? '');
    for (const lang of ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar']) {
      for (const url of pages()) {
        const found = await page(`${url}?lang=${lang}`);
        expect(found.policy?.toString().split(';')[1]).toBe(policy?.toString().split(';')[1]);
        for (const time of found.$('time').toArray()) {
          expect(found.$(time).text()).toMatch(/\d{4}.* UTC$/u);
        }
      }
    }
  });

  it.each(['', 'xx', 'e', 'en"x', '../de'])('%j: English', async (wish) => {
    for (const url of pages()) {
      const { $ } = await page(`${url}?lang=${encodeURIComponent(wish)}`);
      expect($('html').attr('lang')).toBe('en');
    }
  });

  it('is asked for in the query alone: answers do not vary by header', async () => {
    const headers = { 'accept-language': 'de' };
    const response = await server.app.inject({ url: pages()[0] ?? '', headers });
    expect(load(response.body)('html').attr('lang')).toBe('en');
  });
});

it('oEmbed hands both on to the page, as far as they are known', async () => {
  const ask = async (query: string) => {
    const url = `/oembed?url=https%3A%2F%2Fx.com%2Fa%2Fstatus%2F20&${query}`;
    return load((await server.app.inject(url)).json().html)('iframe').attr('src');
  };
  const root = 'https://embeds.example/tweet/20.amp';
  expect(await ask('theme=dark&lang=pt-BR')).toBe(`${root}?lang=pt&theme=dark`);
  expect(await ask('theme=blue&lang=xx')).toBe(root);
});
