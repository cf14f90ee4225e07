import { createHash } from 'node:crypto';
import { cardStyle, dark, light } from '../pages/page-style.js';

// Of the site's style nothing comes in: what is inherited starts anew, and so do the custom properties that are read here.
// Light or dark is what the site is in (`color-scheme`), since the reader's wish may be one that the site does not heed.
const root = `.fragment{all:initial;visibility:inherit;color-scheme:inherit;display:block;position:relative;--x:initial;--y:initial;${cardStyle.type};${light}}
@supports (color:light-dark(#000,#fff)){.fragment{${inBoth(light, dark)}}}
.fragment[data-theme=dark]{color-scheme:dark;${dark}}
.fragment[data-theme=light]{color-scheme:light;${light}}`;

// No picture changes its box when it comes, whatever its own proportions are.
const boxes = `.media img,.card img{contain:size}
.one img:not([width][height]){aspect-ratio:16/9}
.card.small img:not([width][height]){aspect-ratio:1}`;

const paper = `@media print{.fragment.fragment{color-scheme:light;${light}}${cardStyle.paper}`;

// What footers were before they had rows.
const older = 'footer:not(:has(>div)){display:flex;flex-wrap:wrap;gap:.15rem 1rem}';

/**
 * The style sheet of every fragment. What is made of one stands in sites for years, and gets the newest sheet: a class that
 * once stood in a fragment keeps its rules.
 */
export const fragmentStyle = [root, pixels(cardStyle.rules + older), boxes, paper]
  .join('')
  .replaceAll('\n', '');

/** Changes with the sheet, so that no cache holds an older one for what is made now. */
export const fragmentStyleVersion = createHash('sha256')
  .update(fragmentStyle)
  .digest('hex')
  .slice(0, 8);

/** A site's root may have letters of any size, and a `rem` is one of those. */
function pixels(css: string): string {
  return css.replace(/(?<![\d.])([\d.]+)rem\b/g, (_all, number) => `${Number(number) * 16}px`);
}

/** `--name:light-dark(#a,#b)` for each of the custom properties. */
function inBoth(ofLight: string, ofDark: string): string {
  const other = new Map(ofDark.split(';').map((one) => one.split(':') as [string, string]));
  const pairs = ofLight.split(';').map((one) => one.split(':') as [string, string]);
  return pairs
    .map(([name, value]) => `${name}:light-dark(${value},${other.get(name) ?? value})`)
    .join(';');
}
