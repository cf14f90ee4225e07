// Draws the snapshot of the screen, if there is one to show, before anything else of the client runs.
import { hasNetwork } from '../api/has-network.js';
import { applyLanguage, preferredLanguage } from '../texts/languages.js';
import { afterPainted } from '../ui/after-painted.js';
import { applyTheme, readTheme } from '../ui/theme.js';
import { stylesNow, takeOutSnapshot, type Snapshot } from './kept-snapshot.js';
import { fillWithCopy } from './screen-copy.js';

/** What takes longer than this holds up the client. A page that is hidden meanwhile is painted when it is seen again. */
const longestMs = 500;

let drawn: HTMLElement | null = null;
let isLate = false;
const taken = takeOutSnapshot();
// With a network the server is asked first who is signed in (ADR 0043).
const isShown = taken !== null && !hasNetwork() && !document.hidden;

/** Once it is painted, which it would not be while the rest of the script runs. */
export const snapshotPainted = isShown
  ? Promise.race([show(taken), lateness()])
  : Promise.resolve();

/** Once what the client itself has drawn is painted below it. */
export function endSnapshot(): void {
  afterPainted(() => drawn?.remove());
}

async function lateness(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, longestMs));
  isLate = true;
}

async function show({ html, styles }: Snapshot): Promise<void> {
  const there = stylesNow();
  const missing = styles.filter((href) => !there.includes(href));
  if (missing.length > 0) await Promise.all(missing.map(loadStyle));
  // The client has begun to draw.
  if (isLate) return;
  draw(html);
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Of a part of the client that is not there at each start. */
function loadStyle(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve());
    document.head.append(link);
  });
}

function draw(html: string): void {
  applyTheme(readTheme());
  applyLanguage(preferredLanguage());
  drawn = document.createElement('div');
  drawn.className = 'snapshot';
  // What is pressed or read to somebody is the client itself.
  drawn.inert = true;
  drawn.ariaHidden = 'true';
  document.body.append(drawn);
  fillWithCopy(drawn, html);
}
