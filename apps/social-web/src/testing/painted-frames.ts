import type { Page } from 'playwright-core';

/** A frame in which something was wrong with a conversation whose reader is at its end; pixels. */
export interface OddFrame {
  /** Counted from the first that was looked at. */
  readonly frame: number;
  /** The largest place in sight in which nothing was drawn. */
  readonly empty: number;
  /** So much of the end was out of sight. */
  readonly below: number;
}

const watch = `(() => {
  window.oddFrames = [];
  window.frameCount = 0;
  // Between rows there are gaps, and days.
  const largestGap = 30;
  const look = () => {
    window.frameCount += 1;
    const frame = document.querySelector('.messages');
    const list = frame && frame.querySelector('ol');
    if (!list) return;
    const sight = frame.getBoundingClientRect();
    const whole = list.getBoundingClientRect();
    const drawn = [...list.children]
      .filter((row) => row.style.visibility !== 'hidden')
      .map((row) => row.getBoundingClientRect())
      .sort((one, other) => one.top - other.top);
    const end = Math.min(sight.bottom, whole.bottom);
    let [at, empty] = [Math.max(sight.top, whole.top), 0];
    for (const { top, bottom } of drawn) {
      if (top >= end) break;
      empty = Math.max(empty, top - at);
      at = Math.max(at, bottom);
    }
    empty = Math.round(Math.max(empty, end - at));
    const below = Math.round(frame.scrollHeight - frame.clientHeight - frame.scrollTop);
    if (empty > largestGap || below > 4) 
      window.oddFrames.push({ frame: window.frameCount, empty, below });
  };
  const next = () => {
    requestAnimationFrame(next);
    // Before any other task: what one draws nobody sees until the list has measured it.
    scheduler.postTask(look, { priority: 'user-blocking' });
  };
  next();
})()`;

/** Looks at each frame that is painted from now on, until the document is gone. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(watch);
}

export function oddFrames(page: Page): Promise<{ count: number; odd: readonly OddFrame[] }> {
  return page.evaluate(() => {
    const scope = window as unknown as { frameCount: number; oddFrames: OddFrame[] };
    return { count: scope.frameCount, odd: scope.oddFrames };
  });
}
