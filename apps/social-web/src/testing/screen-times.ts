// When something stands on the screen, by the clock of the page that shows it.
import type { Page } from 'playwright-core';

/**
 * In every page from its next load on: the moment of the last Enter, and the moment at which each text was first painted in a
 * bubble. A string, because functions that are passed to the page carry names that only this process knows.
 */
const watching = `(() => {
  const screen = (window.screenTimes = { entered: 0, shown: {}, first: null });
  const now = () => performance.timeOrigin + performance.now();
  addEventListener('keydown', (event) => {
    if (event.key === 'Enter') screen.entered = performance.timeOrigin + event.timeStamp;
  }, true);
  const afterPaint = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(0);
  });
  new MutationObserver(() => {
    for (const bubble of document.querySelectorAll('.bubble')) {
      const text = bubble.textContent;
      if (text in screen.shown) continue;
      screen.shown[text] = 0;
      afterPaint(() => {
        screen.shown[text] = now();
      });
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

export async function watchScreen(page: Page): Promise<void> {
  await page.addInitScript(watching);
}

interface Watched {
  readonly screenTimes: {
    readonly entered: number;
    readonly shown: Readonly<Record<string, number>>;
  };
}

/** When Enter was pressed for the last time, in milliseconds since 1970. */
export function enteredAt(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as Watched).screenTimes.entered);
}

/** When a bubble that begins with this text was painted, in milliseconds since 1970. */
export async function shownAt(page: Page, text: string): Promise<number> {
  const moment = await page.waitForFunction(
    (wanted) =>
      Object.entries((globalThis as unknown as Watched).screenTimes.shown).find(
        ([shown, at]) => shown.startsWith(wanted) && at > 0,
      )?.[1],
    text,
  );
  return (await moment.jsonValue())!;
}
