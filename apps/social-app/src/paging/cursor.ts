/** Where a page of a list ended that is kept newest first, and by id within one moment. */
export interface Cursor {
  readonly at: Date;
  readonly id: string;
}

export interface CursorPage<T> {
  readonly items: T[];
  /** The `cursor` of the next page; null at the end. */
  readonly nextCursor: string | null;
}

export const cursorPattern =
  '^[0-9]{1,14}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
const pattern = new RegExp(cursorPattern);

function writeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}_${id}`;
}

/** Null for what was never given. */
export function parseCursor(text: string): Cursor | null {
  const [at, id] = text.split('_');
  return pattern.test(text) && id !== undefined ? { at: new Date(Number(at)), id } : null;
}

/** At most `limit` of those found, and where the rest begins: one more than asked for shows that there is one. */
export function toPage<T>(
  found: readonly T[],
  limit: number,
  cursorOf: (item: T) => Cursor,
): CursorPage<T> {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? writeCursor(cursorOf(last)) : null };
}
