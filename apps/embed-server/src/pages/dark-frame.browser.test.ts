import type { Server } from 'node:http';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser } from 'playwright-core';
import { openFramed } from './testing/frame-server.js';
import { options, tweet } from './testing/samples.js';
import { renderTweetPage } from './tweet-page.js';

let browser: Browser;
let servers: readonly Server[] = [];

beforeAll(async () => {
  browser = await startChromium();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
});
afterAll(() => browser.close());

const site = (scheme: string) => (src: string) =>
  `<meta name="color-scheme" content="${scheme}"><style>body{margin:0;background:#eef}</style>
  <iframe src="${src}" style="display:block;border:0;width:400px;height:400px"></iframe>
  <div id="card" style="width:40px;height:40px;background:#15191d"></div>`;

it.each(['light', 'dark', 'light dark', 'normal'])(
  'a dark reader sees the card go on below itself, without bars, in a site that is %s',
  async (scheme) => {
    const tab = await browser.newPage({ colorScheme: 'dark' });
    const framed = await openFramed(tab, renderTweetPage(tweet(), options), site(scheme));
    servers = framed.servers;
    const spot = (x: number, y: number) =>
      tab.screenshot({ clip: { x, y, width: 20, height: 8 }, animations: 'disabled' });
    const card = await tab.locator('#card').boundingBox();
    const colour = await spot(10, (card?.y ?? 0) + 10);
    expect((await spot(10, 385)).equals(colour)).toBe(true);
    expect((await spot(370, 300)).equals(colour)).toBe(true);
  },
);
