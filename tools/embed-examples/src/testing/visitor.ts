import { freePort } from '@triptych/free-port';
import { serviceProcesses } from '@triptych/testing';
import { startChromium } from '@triptych/testing/chromium';
import { startUpstreamPlayer } from '@triptych/upstream-player';
import type { ExampleSite } from './example-site.js';

const main = new URL('../../../../apps/embed-server/src/main.ts', import.meta.url);

/** An embed server with recorded posts, and a reader whose browser runs no script. */
export async function startVisitor() {
  const upstream = await startUpstreamPlayer({ port: 0 });
  const { launch, endAll } = serviceProcesses(main);
  const port = await freePort();
  const embedsUrl = `http://127.0.0.1:${port}`;
  const settings = { ...upstream.settings, PORT: String(port), PUBLIC_URL: embedsUrl };
  const service = await launch(settings);
  const browser = await startChromium();
  const posts = [
    'https://x.com/a/status/1641086480675225601',
    'https://bsky.app/profile/ada.example.org/post/3kdrawngallry',
    `${upstream.origin}/@lena/116000000000000001`,
  ];

  return {
    /** For examples. */
    variables: { EMBEDS_URL: embedsUrl, POSTS: posts.join(' ') },
    posts: posts.length,
    /** What a reader sees of the site, and what the browser complains of. */
    visit: async ({ address }: ExampleSite) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const tab = await context.newPage();
      const asked: string[] = [];
      const complaints: string[] = [];
      tab.on('request', (request) => asked.push(new URL(request.url()).origin));
      tab.on('console', (message) => complaints.push(message.text()));
      await tab.goto(address, { waitUntil: 'networkidle' });
      const cards = tab.locator('.embed-fragment .fragment article');
      const pictures = tab.locator('.fragment .media img');
      await pictures.last().scrollIntoViewIfNeeded();
      await tab.waitForLoadState('networkidle');
      const seen = {
        html: await tab.content(),
        cards: await cards.count(),
        border: await cards.first().evaluate((card) => getComputedStyle(card).borderTopWidth),
        isQuoted: await tab.locator('.embed-fragment > blockquote').first().isVisible(),
        width: await pictures.first().evaluate((one) => (one as HTMLImageElement).naturalWidth),
        complaints,
        strangers: asked.filter((one) => one !== embedsUrl && one !== new URL(address).origin),
      };
      await context.close();
      return seen;
    },
    close: async () => {
      await browser.close();
      await service.stop();
      endAll();
      await upstream.close();
    },
  };
}

export type Visitor = Awaited<ReturnType<typeof startVisitor>>;

/** Each post is a card in its own style with its pictures, under the policy of the site. */
export async function expectCards(visitor: Visitor, site: ExampleSite): Promise<void> {
  const { html, width, ...seen } = await visitor.visit(site);
  expect(seen).toEqual({
    cards: visitor.posts,
    border: '1px',
    isQuoted: false,
    complaints: [],
    strangers: [],
  });
  expect(width).toBeGreaterThan(0);
  expect(html).not.toMatch(/<script|<style|<iframe/);
}
