// Which parts of a text a search has found: the beginnings of its words, in whole graphemes, however long they are once they are folded.
import { graphemesOf } from '../store/graphemes.js';
import { foldForSearch, wordsIn, wordsOf } from '../store/search-words.js';

export interface Part {
  readonly text: string;
  readonly isHit: boolean;
}

/** All of the text, in order. */
export function highlight(text: string, q: string): readonly Part[] {
  const sought = wordsOf(q);
  if (sought.length === 0 || text === '') return [{ text, isHit: false }];
  const graphemes = graphemesOf(text);
  const folded = graphemes.map(foldForSearch);
  // For each place of the folded text the grapheme that it comes from.
  const origins = folded.flatMap((part, index) => Array<number>(part.length).fill(index));
  const hits = new Set<number>();
  for (const { 0: word, index } of wordsIn(folded.join(''))) {
    const lengths = sought.filter((one) => word.startsWith(one)).map(({ length }) => length);
    const end = index + Math.max(0, ...lengths);
    for (let place = index; place < end; place += 1) hits.add(origins[place]!);
  }
  const parts: { text: string; isHit: boolean }[] = [];
  for (const [index, grapheme] of graphemes.entries()) {
    const isHit = hits.has(index);
    const last = parts.at(-1);
    if (last?.isHit === isHit) last.text += grapheme;
    else parts.push({ text: grapheme, isHit });
  }
  return parts;
}
