// Replies of other servers are bounded before anything reads them (ADR 0024). Guarantees: depth, number of values, length
// of each list and of each string are bounded whatever came in, a reply within its limits passes as the same value, and
// the work is linear in its bytes.
//
//   the reply                            what happens
//   more values, or deeper               refused, before it is parsed
//   a text or HTML that is too long      cut, with an ellipsis at its end
//   a name or an address too long        `null`: half of one would be another one
//   a list that is too long              its first items
//   a host that is no host name          refused
//   lone surrogates                      replaced: they have no UTF-8 form, and encodeURIComponent throws at them
//
// Each source has a table of what its fields may hold; fields without an entry are held to the limits of `anything`.

import { wholeLetters } from './graphemes.js';
import { isHost } from './untrusted.js';
import { ContentRefused } from './upstream.errors.js';

/** What one field may hold; a value of another type than it should have meets the limits of its own type. */
export interface Limit {
  /** Of a string, in UTF-16 units. */
  readonly most: number;
  readonly over: 'cut' | 'cut-html' | 'drop';
  /** Refuses the whole reply where it says no. */
  readonly accepts?: (value: string) => boolean;
  /** Of a list. */
  readonly items: number;
  readonly item?: Limit;
  readonly fields?: ReadonlyMap<string, Limit>;
  /** Of the fields that are not named. */
  readonly other?: Limit;
  /** Of an object, how many fields. */
  readonly keys: number;
}

// A status has some hundred values and six levels; an actor with keys and contexts has ten.
export const mostValues = 20_000;
export const deepest = 32;

/** The field that no table names. The longest text that an instance takes from others: Pleroma's `remote_limit`. */
export const anything: Limit = { most: 100_000, over: 'cut', items: 1000, keys: 1000 };

export const text = (most: number): Limit => ({ ...anything, most });
export const html = (most: number): Limit => ({ ...anything, most, over: 'cut-html' });
export const name = (most: number): Limit => ({ ...anything, most, over: 'drop' });
export const address = name(4096);
export const host: Limit = { ...name(261), accepts: isHost };

export function object(fields: Readonly<Record<string, Limit>>): Limit {
  return { ...anything, fields: new Map(Object.entries(fields)) };
}

/** A list; JSON-LD lets one item stand for a list of one. */
export function listOf(items: number, item: Limit): Limit {
  return { ...item, items, item };
}

/** An object whose keys are data. */
export function mapOf(keys: number, other: Limit): Limit {
  return { ...anything, keys, other };
}

/** The value within the limit. Throws ContentRefused. */
export function withinLimit(value: unknown, limit: Limit): unknown {
  return bounded(value, limit, 0);
}

function bounded(value: unknown, limit: Limit, depth: number): unknown {
  if (typeof value === 'string') return boundedText(value, limit);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) throw new ContentRefused('nested too deep');
  return Array.isArray(value)
    ? boundedList(value, limit, depth)
    : boundedFields(value as Record<string, unknown>, limit, depth);
}

function boundedList(list: readonly unknown[], limit: Limit, depth: number): readonly unknown[] {
  const first = list.length > limit.items ? list.slice(0, limit.items) : list;
  const item = limit.item ?? anything;
  const items = first.map((one) => bounded(one, item, depth + 1));
  return items.length === list.length && items.every((one, at) => one === list[at]) ? list : items;
}

function boundedFields(value: Record<string, unknown>, limit: Limit, depth: number): unknown {
  const given = Object.entries(value);
  const kept = given.slice(0, limit.keys).map(([key, part]): [string, unknown] => {
    const own = limit.fields?.get(key) ?? limit.other ?? anything;
    return [boundedText(key, name(500)) ?? '', bounded(part, own, depth + 1)];
  });
  const isSame =
    kept.length === given.length &&
    kept.every(([key, part], at) => key === given[at]?.[0] && part === given[at][1]);
  // Object.fromEntries makes a field of `__proto__`; an assignment would set the prototype.
  return isSame ? value : Object.fromEntries(kept);
}

function boundedText(value: string, { most, over, accepts }: Limit): string | null {
  if (accepts && value !== '' && !accepts(value)) throw new ContentRefused('no host name');
  if (value.length > most && over === 'drop') return null;
  const kept = value.length > most ? cut(value, most - 1, over === 'cut-html') : value;
  return kept.isWellFormed() ? kept : kept.toWellFormed();
}

function cut(value: string, most: number, isHtml: boolean): string {
  const head = wholeLetters(value, most);
  // Half a tag is no tag, and would swallow the ellipsis.
  const tag = isHtml ? head.lastIndexOf('<') : -1;
  const whole = tag > head.lastIndexOf('>') ? head.slice(0, tag) : head;
  return `${whole}…`;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const openers: readonly (number | undefined)[] = [0x5b, 0x7b];
const closers: readonly (number | undefined)[] = [0x5d, 0x7d];

/**
 * Refuses JSON of too many values or too deep before it is parsed: a mebibyte of brackets takes the parser 80 ms, this
 * scan 3 ms. Says nothing of whether it is JSON.
 */
export function requireModest(json: Uint8Array): void {
  let [values, depth] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at);
    else if (byte === comma) values += 1;
    else if (openers.includes(byte)) [values, depth] = [values + 1, depth + 1];
    else if (closers.includes(byte)) depth -= 1;
    if (values > mostValues) throw new ContentRefused('too many values');
    if (depth > deepest) throw new ContentRefused('nested too deep');
  }
}

function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
