// What filters and paths are made of here: comparisons by `eq`, joined by `and`, and one level of brackets. It reads each
// character once and nests nothing, so that no text costs more than its length (ADR 0062).

type Value = string | number | boolean | null;

/** `path eq value`. */
export interface Comparison {
  readonly path: Path;
  /** Undefined: a path with brackets may stand alone. */
  readonly value: Value | undefined;
}

export interface Path {
  /** In lower case, without the URN of the core schema; sub-attributes stay behind their dot. */
  readonly attribute: string;
  /** Undefined: no brackets. */
  readonly filter?: readonly InnerComparison[] | undefined;
  /** What follows the brackets, in lower case; undefined: nothing. */
  readonly sub?: string | undefined;
}

export interface InnerComparison {
  readonly attribute: string;
  readonly value: Value | undefined;
}

const longest = 2048;
const mostComparisons = 10;
const corePrefix = 'urn:ietf:params:scim:schemas:core:2.0:user:';
// The alternatives of a quoted string begin with different characters: nothing is read twice.
const token =
  /\s|("(?:[^"\\]|\\.)*")|([[\]])|(\.[A-Za-z$][\w$-]*|[A-Za-z$][\w$.:-]*|-?\d[\d.eE+-]*)/y;

/** Undefined: it is not made of comparisons like these. */
export function parseComparisons(text: string): readonly Comparison[] | undefined {
  const reader = readerOf(text);
  if (reader === undefined) return undefined;
  const found: Comparison[] = [];
  do {
    const path = readPath(reader);
    if (path === undefined) return undefined;
    const mayStandAlone = path.filter !== undefined && path.sub === undefined;
    const value = mayStandAlone && !reader.isNext('eq') ? { value: undefined } : readValue(reader);
    if (value === undefined) return undefined;
    found.push({ path, value: value.value });
    if (found.length > mostComparisons) return undefined;
  } while (reader.take('and'));
  return reader.isDone() ? found : undefined;
}

/** Undefined: it is no path. */
export function parsePath(text: string): Path | undefined {
  const reader = readerOf(text);
  const path = reader && readPath(reader);
  return reader?.isDone() ? path : undefined;
}

type Reader = NonNullable<ReturnType<typeof readerOf>>;

function readerOf(text: string) {
  const tokens = text.length > longest ? undefined : tokensOf(text);
  if (tokens === undefined) return undefined;
  let at = 0;
  const isNext = (word: string) => tokens[at]?.toLowerCase() === word;
  return {
    next: () => tokens[at++],
    peek: () => tokens[at],
    /** In whatever case. */
    isNext,
    /** Whether the next token is this word; then it is taken. */
    take(word: string): boolean {
      if (!isNext(word)) return false;
      at += 1;
      return true;
    },
    isDone: () => at === tokens.length,
  };
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null) return undefined;
    const found = match[1] ?? match[2] ?? match[3];
    if (found !== undefined) tokens.push(found);
  }
  return tokens;
}

function readPath(reader: Reader): Path | undefined {
  const name = readName(reader);
  if (name === undefined) return undefined;
  const attribute = name.startsWith(corePrefix) ? name.slice(corePrefix.length) : name;
  if (!reader.take('[')) return { attribute };
  const filter: InnerComparison[] = [];
  do {
    const inner = readName(reader);
    const value = inner === undefined ? undefined : readValue(reader);
    if (inner === undefined || value === undefined) return undefined;
    filter.push({ attribute: inner, value: value.value });
    if (filter.length > mostComparisons) return undefined;
  } while (reader.take('and'));
  if (!reader.take(']')) return undefined;
  const sub = reader.peek()?.startsWith('.') ? reader.next()!.slice(1).toLowerCase() : undefined;
  return { attribute, filter, sub };
}

function readName(reader: Reader): string | undefined {
  const name = reader.next();
  return name !== undefined && /^[A-Za-z$]/.test(name) ? name.toLowerCase() : undefined;
}

/** `eq` and what follows it. */
function readValue(reader: Reader): { readonly value: Value } | undefined {
  if (!reader.take('eq')) return undefined;
  const literal = reader.next();
  if (literal === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(/^[A-Za-z]/.test(literal) ? literal.toLowerCase() : literal);
    return { value: value as Value };
  } catch {
    return undefined;
  }
}
