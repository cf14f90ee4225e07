// Readers of parsed JSON that was not checked: each returns the wanted type or `null`, and never throws.

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; of anything else, none. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** X gives `{}` for an empty list at times. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string that is not empty. */
export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A number that is not negative and can be counted to; some servers write it as a string. */
export function count(value: unknown): number | null {
  const isWritten = typeof value === 'string' && value !== '' && value.length <= 32;
  const number = isWritten ? Number(value) : value;
  const isCount = typeof number === 'number' && number >= 0 && number <= Number.MAX_SAFE_INTEGER;
  return isCount ? number : null;
}

/** Of a year with four digits: others have no common way to be written. */
export function date(value: unknown): Date | null {
  const written = text(value);
  if (written === null || written.length > 64) return null;
  // Without a zone it would be that of this server.
  const parsed = new Date(/[T ]\d\d?:[\d:.]+$/.test(written) ? `${written}Z` : written);
  const year = parsed.getUTCFullYear();
  return year >= 0 && year <= 9999 && isDay(written) ? parsed : null;
}

/** The 30th of February is none, which `Date` makes the 1st of March. */
function isDay(written: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)/.exec(written) ?? [];
  if (day === undefined) return true;
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

/** The longest address that is kept: what browsers and search engines agree to handle, twice over. */
const longestUrl = 4096;

/** An http(s) address, as the WHATWG parser writes it. */
export function webUrl(value: unknown): string | null {
  const written = text(value);
  if (written === null || written.length > longestUrl || !URL.canParse(written)) return null;
  const url = new URL(written);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && isHost(url.host) && url.href.length <= longestUrl ? url.href : null;
}

/**
 * A host name or address as the URL parser writes it, with or without a port. That parser lets `;`, `,`, `'` and `*` pass,
 * which mean something in a Content-Security-Policy and stand in no name of the DNS.
 */
export function isHost(value: string): boolean {
  if (value.length > 260) return false;
  const port = /:\d{1,5}$/.exec(value)?.[0] ?? '';
  const bare = value.slice(0, value.length - port.length);
  if (/^\[[\da-f:.]{2,45}\]$/i.test(bare)) return true;
  const labels = bare.replace(/\.$/, '').split('.');
  return labels.every((label) => /^[\p{L}\p{M}\p{N}_-]{1,63}$/u.test(label));
}

/** What a table holds under a foreign key; `constructor` and `__proto__` are no entries. */
export function entryOf<T>(table: Readonly<Record<string, T>>, key: unknown): T | null {
  return typeof key === 'string' && Object.hasOwn(table, key) ? (table[key] ?? null) : null;
}
