// How long it takes until a page shows something, with as little beside the page as possible: what a driver of browsers
// evaluates in a page to wait for something is compiled and run there, on the same slowed-down CPU as the page itself.
import type { Page } from 'playwright-core';

/** Called by the page with milliseconds since the start of its visit; there without anything being evaluated. */
const report = 'reportPainted';

/**
 * The frame in which the newest bubble has its place is the one in which it is painted; what is posted before it is, comes after.
 * A virtual list may draw it hidden before. Every change of the document is looked at until there is one, by a look-up that does
 * not depend on how much is there, and none later.
 */
const watching = `(() => {
  const isPlaced = (bubble) => {
    const { top, bottom } = bubble.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && getComputedStyle(bubble).visibility === 'visible';
  };
  let isFound = false;
  const watch = (part) => {
    const changes = new MutationObserver(() => {
      if (isFound) return changes.disconnect();
      const bubbles = part.getElementsByClassName('bubble');
      const bubble = bubbles[bubbles.length - 1];
      if (!bubble) return;
      isFound = true;
      const look = () => {
        if (!isPlaced(bubbles[bubbles.length - 1])) return requestAnimationFrame(look);
        placing.disconnect();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => ${report}(String(performance.now()));
        port2.postMessage(0);
      };
      const placing = new ResizeObserver(look);
      placing.observe(bubble);
    });
    changes.observe(part, { subtree: true, childList: true });
  };
  watch(document);
  // A snapshot of the last screen (ADR 0089) is where nothing is found from the document.
  const { append } = ShadowRoot.prototype;
  ShadowRoot.prototype.append = function (part) {
    watch(part);
    append.call(this, part);
  };
})()`;
/** A driver of browsers says too late that there is no network: a new document asks before. */
const offline = `Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });`;

/** Milliseconds from the start of a visit until the first messages are painted, in a page of its own, on a CPU so much slower. */
export async function startTime(
  beside: Page,
  url: string,
  { slowdown, isOffline }: { readonly slowdown: number; readonly isOffline: boolean },
): Promise<number> {
  const context = beside.context();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const painted = new Promise<number>((resolve) => {
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === report) resolve(Number(payload));
    });
  });
  await session.send('Runtime.enable');
  await session.send('Page.enable');
  await session.send('Runtime.addBinding', { name: report });
  const source = isOffline ? `${offline}${watching}` : watching;
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // As after a pause: a worker that nobody needs is stopped.
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.send('ServiceWorker.disable');
  await page.goto(url, { waitUntil: 'commit' });
  const time = await painted;
  await page.close();
  return time;
}

const snapshotKey = 'snapshot';

/** The last screen (ADR 0089). The page that was left may end after the next one has begun, in a process of its own. */
export async function keptSnapshot(beside: Page): Promise<string> {
  for (let look = 0; look < 100; look++) {
    const kept = await beside.evaluate((key) => localStorage.getItem(key), snapshotKey);
    if (kept !== null) return kept;
    await beside.waitForTimeout(100);
  }
  throw new Error('no snapshot of the screen is kept');
}

/** A start takes it out, and a page of the client that is closed keeps another one. */
export async function putSnapshot(beside: Page, kept: string | null): Promise<void> {
  await beside.evaluate(
    ([key, value]) =>
      value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value),
    [snapshotKey, kept] as const,
  );
}

const floorScript = '/assets/floor.js';
const floorDocument = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Floor</title><script defer src="${floorScript}"></script></head>
<body></body></html>`;
/** Reads one record of the database that the client uses, and shows thirty rows, the last of which is in sight. */
const floorCode = `const opening = indexedDB.open('triptych');
opening.onsuccess = () => {
  const reading = opening.result.transaction('kept').objectStore('kept').get('position');
  reading.onsuccess = () => {
    for (let row = 1; row <= 30; row++) {
      const bubble = document.createElement('p');
      bubble.className = 'bubble';
      bubble.style.margin = 0;
      bubble.textContent = 'Row ' + row + ' of ' + typeof reading.result;
      document.body.append(bubble);
    }
  };
};`;

/**
 * Puts a document in the place of the client's, where the worker finds it; by default the least that such a client can be, which
 * tells what the browser and the worker alone need on this machine. Returns the document that was there.
 *
 * @param beside a page of the same origin that is no page of the client
 */
export function replaceDocument(beside: Page, document = floorDocument): Promise<string> {
  return beside.evaluate(
    async ([text, path, code]) => {
      const name = (await caches.keys()).find((one) => one.startsWith('files-'))!;
      const cache = await caches.open(name);
      const former = (await cache.match('/index.html', { ignoreVary: true }))!;
      // With its policy, as every document.
      await cache.put('/index.html', new Response(text, { headers: former.headers }));
      await cache.put(path, new Response(code, { headers: { 'content-type': 'text/javascript' } }));
      return former.text();
    },
    [document, floorScript, floorCode] as const,
  );
}
