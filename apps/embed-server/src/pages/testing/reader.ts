import type { Page as Tab } from 'playwright-core';

/** What a reader gets of a page, everything opened. */
export interface Reading {
  /** Lines of text, from top to bottom. */
  readonly text: readonly string[];
  /** What pictures and players are called by those who do not see them. */
  readonly pictures?: readonly string[];
  /** Where the links of the text lead. */
  readonly links?: readonly string[];
  /** What must be opened before all of it is seen. */
  readonly closed?: readonly string[];
}

/** Reads as a person would: what is closed is opened first. */
export async function readAloud(tab: Tab): Promise<Reading> {
  const closed = await tab.locator('details:not([open]) > summary').allInnerTexts();
  for (const summary of await tab.locator('summary').all()) await summary.click();
  const seen = await tab.evaluate(() => {
    for (const one of document.querySelectorAll('span[aria-hidden]')) one.remove();
    const named = [...document.querySelectorAll('img[alt]:not([alt=""]), a.play, svg[role=img]')];
    const links = document.querySelectorAll<HTMLAnchorElement>('.text a');
    return {
      text: document.body.innerText.split('\n'),
      pictures: named.map((one) => one.getAttribute('alt') ?? one.getAttribute('aria-label') ?? ''),
      links: Array.from(links, (link) => link.href),
    };
  });
  const text = seen.text.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean);
  const lists = { pictures: seen.pictures, links: seen.links, closed };
  const told = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { text, ...Object.fromEntries(told) };
}

/** Elements that stick out to the right of the window. */
export function overflowing(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
    const root = document.documentElement;
    const wide = [...document.body.querySelectorAll('*')].filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return right > root.clientWidth + 1 || left < -1;
    });
    return [
      ...wide.map((one) => one.outerHTML.slice(0, 80)),
      ...(root.scrollWidth > root.clientWidth ? ['the page'] : []),
    ];
  });
}
