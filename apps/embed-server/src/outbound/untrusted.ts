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

/** A finite number that is not negative; some servers write it as a string. */
export function count(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}

export function date(value: unknown): Date | null {
  const parsed = new Date(text(value) ?? NaN);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}

/** An http(s) address, as the WHATWG parser writes it. */
export function webUrl(value: unknown): string | null {
  const url = parse(text(value) ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

function parse(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}
