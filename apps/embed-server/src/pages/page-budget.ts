// What foreign content may take of a page (ADR 0024). Guarantees: a page has at most `largestPage` bytes, whoever wrote
// what it shows. Each part of a post has a share of its own, so that one part cannot displace another; what does not fit
// is left out, and a link to the post at its home stands in its place.
//
//   share      beyond it
//   text       the text ends with an ellipsis
//   emoji      names between colons, as written
//   media      the first ones
//   options    the first ones

/** Bytes of every page that the server renders, in UTF-8. */
export const largestPage = 512 * 1024;

/** What is left of a share. */
export interface Allowance {
  /** Takes so many bytes; where fewer are left it takes nothing and says no. */
  take(bytes: number): boolean;
}

export interface PostBudget {
  readonly text: Allowance;
  readonly emoji: Allowance;
  readonly media: Allowance;
  readonly options: Allowance;
}

const KiB = 1024;

/** Of a post, or of one that a post quotes. */
export function createPostBudget(isQuoted: boolean): PostBudget {
  const share = (kibibytes: number) => createAllowance((kibibytes * KiB) / (isQuoted ? 2 : 1));
  return { text: share(64), emoji: share(48), media: share(48), options: share(16) };
}

export function bytesOf(html: string): number {
  return Buffer.byteLength(html);
}

/** Bytes of a page of a thread, unless the post that was asked for takes more by itself. */
export const largestThreadPage = 15_000;

/** Of a post beside the one that was asked for: what takes more than this has no room on the page. */
export function createThreadPostBudget(isQuoted: boolean): PostBudget {
  const share = () => createAllowance((8 * KiB) / (isQuoted ? 2 : 1));
  return { text: share(), emoji: share(), media: share(), options: share() };
}

export function createAllowance(bytes: number): Allowance {
  let left = bytes;
  return {
    take: (wanted) => {
      const fits = wanted <= left;
      if (fits) left -= wanted;
      return fits;
    },
  };
}

const longestEscape = '&quot;'.length;

/** Bytes that text takes as HTML, within a letter's escape at most. */
export function bytesAsHtml(text: string): number {
  let escaped = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '&' || letter === '<' || letter === '>' || letter === '"') escaped += 1;
  }
  return Buffer.byteLength(text) + escaped * (longestEscape - 1);
}

/** The first items that fit. */
export function fitting<T>(
  items: readonly T[],
  bytesOf: (item: T) => number,
  share: Allowance,
): T[] {
  const end = items.findIndex((item) => !share.take(bytesOf(item)));
  return items.slice(0, end < 0 ? items.length : end);
}
