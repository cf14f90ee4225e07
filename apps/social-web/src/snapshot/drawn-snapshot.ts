// Draws the snapshot of the screen, if there is one to show, before anything else of the client runs.
import { hasNetwork } from '../api/has-network.js';
import { applyLanguage, preferredLanguage } from '../texts/languages.js';
import { afterPainted } from '../ui/after-painted.js';
import { applyTheme, readTheme } from '../ui/theme.js';
import { takeOutSnapshot } from './kept-snapshot.js';
import { fillWithCopy } from './screen-copy.js';

/** A page that is hidden meanwhile is painted when it is seen again. */
const longestMs = 500;

const taken = takeOutSnapshot();
// With a network the server is asked first who is signed in (ADR 0043).
const drawn = taken && !hasNetwork() && !document.hidden ? draw(taken.html) : null;

function draw(html: string): HTMLElement {
  applyTheme(readTheme());
  applyLanguage(preferredLanguage());
  const element = document.createElement('div');
  element.className = 'snapshot';
  // What is pressed or read to somebody is the client itself.
  element.inert = true;
  element.ariaHidden = 'true';
  document.body.append(element);
  fillWithCopy(element, html);
  return element;
}

/** Once it is painted, which it would not be while the rest of the script runs. */
export const snapshotPainted = new Promise<void>((resolve) => {
  if (drawn === null) return resolve();
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, longestMs);
});

/** Once what the client itself has drawn is painted below it. */
export function endSnapshot(): void {
  afterPainted(() => drawn?.remove());
}
