import type { Locator, Page } from 'playwright-core';

const maxStops = 40;

/** Waits until the focused element is in sight and has a focus ring. */
export async function focusIsVisible(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return false;
    // A menu has the focus itself and marks one of its items.
    const shown = document.querySelector('[data-active-item]') ?? focused;
    const { top, bottom, width } = shown.getBoundingClientRect();
    const isRinged = getComputedStyle(shown).outlineStyle !== 'none';
    return isRinged && width > 0 && bottom > 0 && top < innerHeight;
  });
}

/** Presses the key until the element has the focus, which has to be visible at every stop. */
export async function goTo(target: Locator, key = 'Tab'): Promise<void> {
  const page = target.page();
  await target.waitFor();
  for (let stop = 0; stop < maxStops; stop++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
    await focusIsVisible(page);
  }
  throw new Error(`${maxStops} times ${key} did not lead to ${String(target)}`);
}

export async function press(target: Locator, key = 'Tab'): Promise<void> {
  await goTo(target, key);
  await target.page().keyboard.press('Enter');
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(
    (element) => element === document.activeElement || element.hasAttribute('data-active-item'),
  );
}

/** Resolves once the page has moved the focus to the element. */
export async function receivesFocus(target: Locator): Promise<void> {
  const element = await target.elementHandle();
  await target.page().waitForFunction((wanted) => wanted === document.activeElement, element);
  await focusIsVisible(target.page());
}
