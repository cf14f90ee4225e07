import type { CodePointRange, TweetEntity } from './tweet.js';

const escapes: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

export interface PlainText {
  readonly text: string;
  readonly length: number;
  /** Where a code point of the escaped text stands in the plain one. */
  at(index: number): number;
}

/** X escapes `& < >` and counts code points of the escaped text; the model counts those of the plain one. */
export function unescapeText(escaped: string): PlainText {
  const positions: number[] = [];
  const plain: string[] = [];
  for (const piece of escaped.match(/&(?:amp|lt|gt);|[^]/gu) ?? []) {
    for (let used = Array.from(piece).length; used > 0; used -= 1) positions.push(plain.length);
    plain.push(escapes[piece] ?? piece);
  }
  const at = (index: number) => positions[Math.max(0, index)] ?? plain.length;
  return { text: plain.join(''), length: plain.length, at };
}

export function escapeText(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** In order and without overlap; of two at one place the first wins. */
export function arrangeEntities(entities: readonly TweetEntity[]): TweetEntity[] {
  const sorted = entities
    .filter(({ start, end }) => start < end)
    .sort((one, other) => one.start - other.start);
  let free = 0;
  return sorted.filter(({ start, end }) => {
    const fits = start >= free;
    if (fits) free = end;
    return fits;
  });
}

/** The range to show: links to what is shown anyway are cut off the end. */
export function trimTrailingLinks(
  text: string,
  range: CodePointRange,
  isHidden: (entity: TweetEntity) => boolean,
  entities: readonly TweetEntity[],
): CodePointRange {
  const points = Array.from(text);
  let end = Math.min(range.end, points.length);
  const trimSpace = () => {
    while (end > range.start && /\s/u.test(points[end - 1] ?? '')) end -= 1;
  };
  trimSpace();
  for (const entity of entities.toReversed()) {
    if (entity.end < end || !isHidden(entity)) continue;
    end = Math.max(range.start, Math.min(end, entity.start));
    trimSpace();
  }
  return { start: range.start, end };
}
