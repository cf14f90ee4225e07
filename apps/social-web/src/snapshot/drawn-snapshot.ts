// Draws the snapshot of the screen, if there is one to show, before anything else of the client runs.
import { hasNetwork } from '../api/has-network.js';
import { afterPainted } from '../ui/after-painted.js';
import { dropSnapshot, takeOutSnapshot } from './kept-snapshot.js';
import { applyRoot, isStyle, readCopy, restoreState, type ScreenCopy } from './screen-copy.js';

/** What takes longer than this holds up the client. A page that is hidden meanwhile is painted when it is seen again. */
const longestMs = 500;

/** Over the client. */
let element: HTMLElement | null = null;
let isLate = false;
const taken = take();

/** Once it is painted, which it would not be while the rest of the script runs. */
export const snapshotPainted = taken ? Promise.race([show(taken), lateness()]) : Promise.resolve();

/** Once what the client itself has drawn is painted below it. */
export function endSnapshot(): void {
  afterPainted(() => element?.remove());
}

function take(): Partial<ScreenCopy> | null {
  if (!hasNetwork() && !document.hidden) return takeOutSnapshot();
  // With a network the server is asked first who is signed in (ADR 0043).
  dropSnapshot();
  return null;
}

async function lateness(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, longestMs));
  isLate = true;
}

async function show({ styles, root, html }: Partial<ScreenCopy>): Promise<void> {
  // Not while the whole script is on the stack (as in main.tsx): a style sheet is a request.
  await Promise.resolve();
  const content = readCopy(html);
  if (!content || !Array.isArray(styles) || !styles.every(isStyle)) return;
  element = Object.assign(document.createElement('div'), { className: 'snapshot', inert: true });
  element.setAttribute('aria-hidden', 'true');
  // What is found and read to somebody is the client itself: from the document nothing in here is reached, where it would be twice for
  // a moment. Nor are the style sheets of the document here; the browser has them.
  const frame = element.attachShadow({ mode: 'closed' });
  document.body.append(element);
  const isLoaded = await Promise.all(styles.map((path) => loadStyle(frame, path)));
  // The client has begun to draw.
  if (isLate || !isLoaded.every(Boolean)) return element.remove();
  applyRoot(root);
  const screen = document.createElement('div');
  Object.assign(screen, { className: 'snapshot-screen', dir: document.documentElement.dir });
  frame.append(screen);
  screen.append(content);
  restoreState(screen);
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/**
 * Resolves with whether it is there. One that the document has already is there at once, if it is asked for in the same way; its event
 * comes a frame later.
 */
function loadStyle(frame: ShadowRoot, href: string): Promise<boolean> {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href });
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(true));
    link.addEventListener('error', () => resolve(false));
    frame.append(link);
    if (isRead(link)) resolve(true);
  });
}

/** Browsers differ in when there is a style sheet; its rules are there once it is read. */
function isRead({ sheet }: HTMLLinkElement): boolean {
  try {
    return (sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}
