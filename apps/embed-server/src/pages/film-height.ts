import type { Words } from './locale.js';
import { countWrapped } from './text-lines.js';

/** What stands below the film or the picture of a page. */
export interface WordsBelow {
  readonly title: string;
  readonly author: string | null;
  /** Why a press asks somebody else, and the link to the page at its home. */
  readonly note: string;
}

export function noteOf(words: Words, provider: string, hasPlayer: boolean): string {
  const { messages } = words;
  return `${hasPlayer ? `${messages.loadsFrom(provider)} ` : ''}${messages.viewOn(provider)}`;
}

interface Around {
  readonly padding: number;
  readonly sides: number;
}

const belowFilm: Around = { padding: 17.6, sides: 25.6 };
const inPost: Around = { padding: 29.2, sides: 34 };

/** Pixels, whole; of what stands below a film. */
export function linesBelow(below: WordsBelow, width: number): number {
  return Math.ceil(wordsHeight(below, width, belowFilm));
}

const [highest, gap] = [512, 10.4];

/** Of a page without a player: a picture as high by its width, if there is one, and words. */
export function linkHeight(below: WordsBelow, ratio: number | null, width: number): number {
  const words = wordsHeight(below, width, inPost);
  const picture = ratio === null ? 0 : Math.min(highest, (width - inPost.sides) * ratio) + gap;
  return Math.ceil(words + picture);
}

function wordsHeight({ title, author, note }: WordsBelow, width: number, around: Around): number {
  const inner = width - around.sides;
  const soft = (text: string) => 20.3 * countWrapped(text, { width: inner, size: 14 });
  const heading = 23.2 * countWrapped(title, { width: inner, size: 16, isBold: true });
  return around.padding + heading + (author?.trim() ? soft(author) : 0) + soft(note);
}
