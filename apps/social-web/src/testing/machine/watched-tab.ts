// A tab that tells what it has shown while its person was looking at it.
import type { BrowserContext, Page } from 'playwright-core';
import { within } from './within.js';

/** What a row of a conversation showed, that it was in sight, or that it went and came back. */
export interface Sighting {
  readonly kind: 'shown' | 'seen' | 'back-from-deleted' | 'gone-from-end';
  /** Of the message: its `clientId` or `id`. */
  readonly key: string;
  readonly text: string;
  /** In milliseconds, by the clock of the page: on a loaded machine the news of it takes seconds. */
  readonly at: number;
}

/**
 * In every document of the tab. A browser without a screen looks at all tabs at once: here a tab has attention only while
 * it was given some. A string, because functions that are passed to a page carry names that only this process knows.
 */
const watching = `(() => {
  let store;
  try { store = sessionStorage; } catch { return; }
  const isAwake = () => store.getItem('attention') === 'yes';
  Object.defineProperty(Document.prototype, 'hidden', { get: () => !isAwake() });
  Object.defineProperty(Document.prototype, 'visibilityState', {
    get: () => (isAwake() ? 'visible' : 'hidden'),
  });
  Document.prototype.hasFocus = isAwake;
  const tell = (kind, key, text) => window.tellSighting({ kind, key, text, at: Date.now() });
  // Of files alone there are no words.
  const textOf = (row) => row.querySelector('.bubble')?.textContent ?? '';
  const rowsIn = (frame) => (frame ? [...frame.querySelectorAll('.message[data-row]')] : []);
  const shown = new Set();
  const seen = new Set();
  // The end counts as shown with so much of it left.
  const endWithin = 48;
  const look = () => {
    const frame = document.querySelector('.messages');
    if (!frame || !isAwake()) return;
    const sight = frame.getBoundingClientRect();
    for (const row of rowsIn(frame)) {
      const key = row.dataset.row;
      // The words of what is forwarded come a moment after its row, where the other chat has to be read first.
      if (textOf(row) === '…') continue;
      if (!shown.has(key)) tell('shown', key, textOf(row));
      shown.add(key);
      if (seen.has(key)) continue;
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom < sight.top || top > sight.bottom + endWithin) continue;
      seen.add(key);
      tell('seen', key, '');
    }
  };
  for (const name of ['scroll', 'pagehide']) addEventListener(name, look, true);
  // A row that was drawn takes its place in a later frame.
  setInterval(look, 50);
  const deleted = new Set();
  let tail = { frame: null, keys: [], drawn: [] };
  // What the end showed and the queue held lately, for whoever looks for the cause of a doubt.
  const looks = [];
  const queued = () => Object.entries(localStorage).flatMap(([key, value]) => {
    if (!key.startsWith('queue/')) return [];
    const { change, isTried, taken, queued: noted } = JSON.parse(value);
    const { kind, text = '', seq = '' } = change ?? noted?.change ?? { kind: key };
    return [kind + ' ' + text + seq + (isTried ? '!' : '') + (taken ? '+' : '') + (noted ? ' noted' : '')];
  });
  const noteLook = (rows) => {
    const shown = rows.slice(-6).map((row) =>
      row.dataset.row.slice(0, 4) + ' ' + textOf(row) + (row.classList.contains('message-pending') ? '?' : ''));
    const look = shown.join(' | ') + ' queue: ' + queued().join(', ');
    if (looks.at(-1)?.endsWith(look)) return;
    looks.push(Math.round(performance.now()) + ' ' + look);
    if (looks.length > 12) looks.shift();
  };
  let printedAt = -Infinity;
  for (const name of ['beforeprint', 'afterprint'])
    addEventListener(name, () => {
      printedAt = performance.now();
      tail = { frame: null, keys: [], drawn: [] };
    }, true);
  const lookAtPainted = () => {
    const frame = document.querySelector('.messages');
    const rows = rowsIn(frame);
    noteLook(rows);
    for (const row of rows) {
      if (row.querySelector('.bubble-deleted')) deleted.add(row.dataset.row);
      else if (deleted.delete(row.dataset.row))
        tell('back-from-deleted', row.dataset.row, textOf(row) + ' ' + looks.join(' -> '));
    }
    const keys = rows.map((row) => row.dataset.row);
    const isAtEnd = frame && frame.scrollHeight - frame.clientHeight - frame.scrollTop < 40;
    // What comes at the end moves others out of sight, which the list does not draw: it leaves their place empty.
    const isShown = (key) => keys.includes(key);
    const isOutOfSight = (index) => {
      // The first of them are further up: nothing is drawn there.
      if (!tail.keys.slice(0, index).some(isShown) && tail.keys.slice(index).some(isShown)) return true;
      const isBehind = (key) => tail.keys.indexOf(key) > index || !tail.drawn.includes(key);
      let at = keys.length;
      while (at > 0 && isBehind(keys[at - 1])) at -= 1;
      if (at === keys.length) return false;
      const place = at > 0
        ? rows[at - 1].getBoundingClientRect().bottom
        : frame.getBoundingClientRect().top - frame.scrollTop;
      return rows[at].getBoundingClientRect().top - place > 80;
    };
    if (isAtEnd && frame === tail.frame)
      for (const [index, key] of tail.keys.entries())
        if (!keys.includes(key) && !isOutOfSight(index)) tell('gone-from-end', key, location.pathname + ' ' + looks.join(' -> '));
    // After it was printed a list measures its rows anew.
    const isSettled = performance.now() - printedAt > 500;
    tail = { frame, keys: isSettled && isAtEnd ? keys.slice(-4) : [], drawn: keys };
  };
  let isDue = false;
  const afterPaint = () => {
    isDue = false;
    look();
    lookAtPainted();
  };
  new MutationObserver(() => {
    look();
    if (isDue) return;
    isDue = true;
    // Before any other task, which may draw rows that nobody sees until the list has measured them.
    requestAnimationFrame(() => scheduler.postTask(afterPaint, { priority: 'user-blocking' }));
  }).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ['class', 'data-row'],
  });
  window.giveAttention = (isGiven) => {
    look();
    store.setItem('attention', isGiven ? 'yes' : 'no');
    look();
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event(isGiven ? 'focus' : 'blur'));
  };
})()`;

export async function watchTabs(
  context: BrowserContext,
  onSighting: (sighting: Sighting) => void,
): Promise<void> {
  await context.exposeFunction('tellSighting', onSighting);
  await context.addInitScript(watching);
}

interface Watching {
  readonly giveAttention: (isGiven: boolean) => void;
}

/** Whether this document holds a Web Lock, for which browsers let a tab run on. */
const holdsLock = `new Promise((resolve, reject) => {
  const { locks } = navigator;
  locks.request(crypto.randomUUID(), async ({ name }) => {
    const { held } = await locks.query();
    const { clientId } = held.find((one) => one.name === name);
    return held.some((one) => one.clientId === clientId && one.name !== name);
  }).then(resolve, reject);
})`;

const lifecycleMs = 10_000;

export class WatchedTab {
  readonly page: Page;
  /** Frozen by the browser, as tabs in the background are. */
  isAsleep = false;

  constructor(page: Page) {
    this.page = page;
  }

  holdsLock(): Promise<boolean> {
    return this.page.evaluate<boolean>(holdsLock);
  }

  /** From now on its scripts, timers and requests stand still; or they go on. */
  async setAsleep(isAsleep: boolean): Promise<void> {
    if (isAsleep === this.isAsleep) return;
    // Chromium does what it is told, and at times never says so.
    this.isAsleep = isAsleep;
    await within(lifecycleMs, this.setState(isAsleep ? 'frozen' : 'active'));
  }

  private async setState(state: 'frozen' | 'active'): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Page.setWebLifecycleState', { state });
    await session.detach();
  }

  /** Also where another document takes the place of the one that was told, as after a new version was taken. */
  async giveAttention(isGiven: boolean): Promise<void> {
    const tell = () =>
      this.page.evaluate(
        (given) => (globalThis as unknown as Watching).giveAttention(given),
        isGiven,
      );
    await tell().catch((error: unknown) => {
      if (!String(error).includes('navigation')) throw error;
      return tell();
    });
  }
}
