// The dashboards of docker/monitoring as they look while the services are in trouble:
//   TEST_DATABASE_URL=… npx nx run pictures:dashboards
// DASHBOARDS_DATA is a folder that keeps what is fetched and what Prometheus saw: with it, they are drawn anew in seconds.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reopenPrometheus } from '@triptych/drill';
import { startChromium } from '@triptych/testing/chromium';
import type { Dashboard } from './drawing.js';
import { fetchGrafana } from './grafana.js';
import { drawPicture } from './picture.js';
import { queryPanels } from './queries.js';
import { record } from './record.js';

const root = new URL('../../../../', import.meta.url);
const dashboards = new URL('docker/monitoring/dashboards/', root);
const pictures = new URL('docs/pictures/dashboards/', root);
const width = 1_200;
/** About as many values as a panel of a third of the width has pixels. */
const stepMs = 1_000;

const kept = process.env['DASHBOARDS_DATA'];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'dashboards-'));
try {
  mkdirSync(folder, { recursive: true });
  const grafana = await fetchGrafana(folder);
  const range = await record(folder);
  const prometheus = await reopenPrometheus(folder);
  const browser = await startChromium();
  try {
    mkdirSync(pictures, { recursive: true });
    const context = await browser.newContext({ timezoneId: 'UTC', locale: 'en' });
    for (const file of readdirSync(dashboards)) {
      const text = readFileSync(new URL(file, dashboards), 'utf8');
      const dashboard = JSON.parse(text) as Dashboard;
      const found = await queryPanels(prometheus.url, dashboard, range, stepMs);
      for (const { id, title, type } of dashboard.panels)
        if (type !== 'row' && !found[id]?.length) console.log(`${file}: ${title} has no data`);
      for (const theme of ['light', 'dark'] as const) {
        const drawing = { dashboard, theme, width, ...range, stepMs, found };
        const picture = await drawPicture(context, grafana, drawing);
        const name = file.replace('.json', `-${theme}.webp`);
        writeFileSync(new URL(name, pictures), picture);
        console.log(`${name}: ${Math.round(picture.length / 1_000)} kB`);
      }
    }
  } finally {
    await browser.close();
    await prometheus.close();
  }
} finally {
  if (!kept) rmSync(folder, { recursive: true });
}
