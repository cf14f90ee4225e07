import type { Words } from '../pages/locale.js';
import { plainWords, type Post, postLabel } from '../pages/post.js';

/** The words that stand for an embed where its page does not come. Plain text. */
export interface Quotation {
  readonly words: string;
  /** BCP 47 or nothing. */
  readonly lang: string | undefined;
  /** Who wrote it, and where. */
  readonly source: string;
  readonly href: string;
  readonly date: string | null;
}

export function quotationOf(post: Post, words: Words): Quotation {
  const { warning, text, lang, permalink, createdAt } = post;
  const warned = warning ? plainWords(warning) : null;
  return {
    words: (warned ?? plainWords(text)).trim(),
    lang: warned === null ? lang : undefined,
    source: postLabel(post, words),
    href: permalink,
    date: createdAt && words.moment(createdAt),
  };
}
