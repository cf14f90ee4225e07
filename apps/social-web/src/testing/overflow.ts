import type { Page } from 'playwright-core';

const places = ['html', '.shell-page', '.chats-list', '.messages', '.views'];

/** What is wider than its place, so that it is cut off or has to be scrolled sideways. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(
    (selectors) =>
      selectors
        .flatMap((selector) => [...document.querySelectorAll(selector)])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ className, scrollWidth }) => `${className} is ${scrollWidth} wide`),
    places,
  );
}
