import { createContext, use } from 'react';
import { ApiError } from '../api/api-error.js';
import type { Words } from './en.js';

export interface Spoken {
  readonly language: string;
  /** For dates and numbers: the language as the device writes it, as in `en-GB`. */
  readonly locale: string;
  readonly words: Words;
  readonly choose: (language: string) => void;
}

export const WordsContext = createContext<Spoken | null>(null);

export function useLanguage(): Spoken {
  const spoken = use(WordsContext);
  if (!spoken) throw new Error('outside of WordsProvider');
  return spoken;
}

export function useWords(): Words {
  return useLanguage().words;
}

/** A sentence for what went wrong, in the language of the page. */
export function faultText(words: Words, error: unknown): string {
  if (!(error instanceof ApiError)) return words.faults.unknown;
  if (error.status === 0) return words.faults.unreachable;
  if (error.status === 429) return words.faults.rate_limited;
  return words.faults.byCode[error.code] ?? words.faults.unknown;
}
