import { mkdirSync, writeFileSync } from 'node:fs';
import { serviceProcesses } from '@triptych/testing';
import { startChromium } from '@triptych/testing/chromium';
import { startUpstreamPlayer } from '@triptych/upstream-player';
import { embedsPage } from './document.js';
import { drawSheet } from './sheet.js';

const root = new URL('../../../', import.meta.url);
const docs = new URL('docs/', root);
const folder = new URL('pictures/embeds/', docs);
/** What is behind a content warning is shown here, and the warning itself on another page. */
const opened = ['status-emoji', 'ap-note', 'misskey'];
const wanted = process.env['PICTURES']?.split(',');

const player = await startUpstreamPlayer({ port: 0 });
const service = serviceProcesses(new URL('apps/embed-server/src/main.ts', root), {
  TSX_TSCONFIG_PATH: new URL('apps/embed-server/tsconfig.app.json', root).pathname,
  ...player.settings,
});
const server = await service.launch({});
const browser = await startChromium();
const instance = new URL(player.origin).host;
try {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ timezoneId: 'UTC', locale: 'en' });
  for (const { path, picture } of player.links) {
    if (!picture || (wanted && !wanted.includes(picture))) continue;
    for (const theme of ['light', 'dark'] as const) {
      const isOpened = opened.includes(picture);
      const sheet = await drawSheet(context, server.address + path, {
        theme,
        isOpened,
        instance,
      });
      writeFileSync(new URL(`${picture}-${theme}.webp`, folder), sheet);
    }
    console.log(picture);
  }
  writeFileSync(new URL('embeds.md', docs), embedsPage(player.links));
} finally {
  await browser.close();
  await server.stop();
  await player.close();
}
