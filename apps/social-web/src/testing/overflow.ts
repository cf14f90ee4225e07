import type { Page } from 'playwright-core';

const containers = ['html', '.shell-page', '.chats-list', '.messages', '.views'];

/** Elements whose content is wider than they are, so that it is cut off or has to be scrolled sideways. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(
    (selectors) =>
      selectors
        .flatMap((selector) => [...document.querySelectorAll(selector)])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ className, scrollWidth }) => `${className} is ${scrollWidth} wide`),
    containers,
  );
}
