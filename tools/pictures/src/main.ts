import { mkdirSync, writeFileSync } from 'node:fs';
import { serviceProcesses } from '@triptych/testing';
import { startChromium } from '@triptych/testing/chromium';
import { startUpstreamPlayer } from '@triptych/upstream-player';
import { embedsPage } from './document.js';
import { kinds } from './kinds.js';
import { drawSheet } from './sheet.js';

const root = new URL('../../../', import.meta.url);
const docs = new URL('docs/', root);
const folder = new URL('pictures/embeds/', docs);
const wanted = process.env['PICTURES']?.split(',');

const player = await startUpstreamPlayer({ port: 0 });
const service = serviceProcesses(new URL('apps/embed-server/src/main.ts', root), {
  TSX_TSCONFIG_PATH: new URL('apps/embed-server/tsconfig.app.json', root).pathname,
  TWITTER_SYNDICATION_URL: player.origin,
  TWITTER_API_URL: player.origin,
  TWITTER_OEMBED_URL: player.origin,
  TWITTER_BEARER_TOKEN: 'recorded',
  YOUTUBE_IMAGE_URL: player.origin,
  YOUTUBE_OEMBED_URL: player.origin,
  VIMEO_API_URL: player.origin,
  FACEBOOK_URL: player.origin,
  FB_WATCH_URL: player.origin,
  OUTBOUND_ALLOW_HOSTS: new URL(player.origin).host,
});
const server = await service.launch({});
const browser = await startChromium();
try {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ timezoneId: 'UTC', locale: 'en' });
  for (const kind of kinds) {
    if (wanted && !wanted.includes(kind.name)) continue;
    const path = player.links.find(({ title }) => title === kind.link)?.path ?? kind.link;
    for (const theme of ['light', 'dark'] as const) {
      const sheet = await drawSheet(context, server.address + path, { kind, theme });
      writeFileSync(new URL(`${kind.name}-${theme}.webp`, folder), sheet);
    }
    console.log(kind.name);
  }
  writeFileSync(new URL('embeds.md', docs), embedsPage());
} finally {
  await browser.close();
  await server.stop();
  await player.close();
}
