// JSON-LD lets a server write the same object in several ways, and some write it as their processor gives it. Read is the way
// that all others write: what follows is made of it before anything else looks at an object.
//
//   @id, @type                                          id, type
//   as:content, toot:votersCount, the whole IRI         content, votersCount
//   ["one"], of what has one value                      the value
//   {"@value": "one", "@language": "en"}                "one", and of a content its language
//   mimeType                                            mediaType
//   text/HTML                                           text/html
//   nameMap: {"en": "one"} without a name               name, too; so of a content and a summary
//   /media/one.png                                      the whole address, at the host that sent it
//
// No context is fetched, and none that stands in the object is obeyed: a term means what it means in ActivityStreams.

import { fields, text } from '../outbound/untrusted.js';

const prefixes = ['as:', 'toot:', 'https://www.w3.org/ns/activitystreams#'];

/** What has one value, whatever a processor makes of it. */
const single = new Set([
  ...['content', 'summary', 'name', 'mediaType', 'preferredUsername', 'sensitive', 'object'],
  ...['published', 'updated', 'startTime', 'endTime', 'duration', 'href', 'width', 'height'],
  ...['inReplyTo', 'quote', 'quoteUrl', 'quoteUri', '_misskey_quote', 'quoteAuthorization'],
  ...['totalItems', 'votersCount', 'interactingObject', 'interactionTarget', 'replies'],
]);

type Entry = readonly [name: string, value: unknown];

/**
 * An object as others write it; the very same where it is. Depth and size are those of what was read.
 * @param base where it was read
 */
export function plainTerms(value: unknown, base: URL): unknown {
  if (Array.isArray(value)) {
    return sameOr(
      value,
      value.map((one) => plainTerms(one, base)),
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  if ('@value' in value) return value['@value'];
  const given: readonly Entry[] = Object.entries(value);
  const own = new Set(given.map(([name]) => name));
  // A term that stands there in short counts, and not its other spelling.
  const plain = given
    .map((entry) => plainEntry(entry, base))
    .filter(([name], at) => name === given[at]?.[0] || !own.has(name));
  const added = [
    ...('contentMap' in value ? [] : languageIn(plain, given)),
    ...told.flatMap((name) => translated(plain, name)),
  ];
  const isSame =
    plain.length === given.length &&
    plain.every(([name, part], at) => name === given[at]?.[0] && part === given[at][1]);
  return isSame && added.length === 0 ? value : Object.fromEntries([...plain, ...added]);
}

/** What may be told in languages. */
const told = ['name', 'summary', 'content'] as const;

/** A text that is told in languages alone: in the first of them. */
function translated(plain: readonly Entry[], name: string): Entry[] {
  const valueOf = (wanted: string) => plain.find(([term]) => term === wanted)?.[1];
  const texts = Object.values(fields(valueOf(`${name}Map`))).flat();
  const first = texts.find((one) => text(one) !== null);
  return first === undefined || text(valueOf(name)) !== null ? [] : [[name, first]];
}

function plainEntry([name, value]: Entry, base: URL): Entry {
  const term = shortOf(name);
  if (term === '@context' || term === 'contentMap') return [term, value];
  if (term === 'type') return [term, plainType(value)];
  const one = single.has(term) && Array.isArray(value) ? (value as unknown[])[0] : value;
  if (term === 'mediaType' && typeof one === 'string') return [term, one.toLowerCase()];
  if (addresses.has(term)) return [term, plainTerms(wholeAddress(one, base), base)];
  return [term, plainTerms(one, base)];
}

/** Of what is shown: an id that is not whole is none. */
const addresses = new Set(['url', 'href', 'icon', 'image']);

function wholeAddress(value: unknown, base: URL): unknown {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return sameOr(
      list,
      list.map((one) => (Array.isArray(one) ? one : wholeAddress(one, base))),
    );
  }
  const isRelative = typeof value === 'string' && /^\/[^\\]/.test(value);
  return isRelative && URL.canParse(value, base.href) ? new URL(value, base).href : value;
}

/** Of old PeerTube, Funkwhale and Prismo. */
const otherNames = new Map([['mimeType', 'mediaType']]);

function shortOf(name: string): string {
  if (name === '@id' || name === '@type') return name.slice(1);
  const prefix = prefixes.find((each) => name.startsWith(each));
  const term = prefix === undefined ? name : name.slice(prefix.length);
  return otherNames.get(term) ?? term;
}

function plainType(value: unknown): unknown {
  if (Array.isArray(value)) return sameOr(value, value.map(plainType));
  return typeof value === 'string' ? shortOf(value) : value;
}

/** A content that says its language itself. */
function languageIn(plain: readonly Entry[], given: readonly Entry[]): Entry[] {
  const at = plain.findIndex(([name]) => name === 'content');
  const [, written] = given[at] ?? [];
  const first: unknown = Array.isArray(written) ? (written as unknown[])[0] : written;
  if (typeof first !== 'object' || first === null || !('@language' in first)) return [];
  return [['contentMap', { [String(first['@language'])]: plain[at]?.[1] }]];
}

function sameOr(given: readonly unknown[], made: readonly unknown[]): readonly unknown[] {
  return made.every((one, at) => one === given[at]) ? given : made;
}
