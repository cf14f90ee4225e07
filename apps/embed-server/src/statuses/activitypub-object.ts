import { fields, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { hostOf } from './provenance.js';

/** An object of ActivityPub whose id is its host's own. */
export interface ApDocument {
  /** Whether another address of its page, which comes before, failed or is late. */
  readonly isStandIn?: boolean;
  readonly id: string;
  /** Of the id. */
  readonly host: string;
  readonly fields: Fields;
}

/** JSON-LD lets one value stand for a list of one. */
export function many(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** JSON-LD lets an object stand for its id; http(s) only. */
export function idOf(value: unknown): string | null {
  return webUrl(value) ?? webUrl(fields(value)['id']);
}

/** A Link; JSON-LD lets its address stand for it. What says no type is what its address is called, a file or a link. */
export function linkOf(value: unknown): Fields {
  const href = webUrl(value);
  if (href !== null) return { type: 'Link', href };
  const link = fields(value);
  if (link['type'] !== undefined) return link;
  return { type: link['href'] === undefined ? 'Document' : 'Link', ...link };
}

/** What it attaches, where some put a collection of that between. */
export function attachedTo(object: Fields): readonly unknown[] {
  return many(object['attachment']).flatMap((one) => {
    const { items, orderedItems } = fields(one);
    return items === undefined && orderedItems === undefined ? [one] : many(items ?? orderedItems);
  });
}

/** Of an address, a Link, or an Image. */
export function hrefOf(value: unknown): string | null {
  const link = fields(value);
  if (webUrl(value) ?? webUrl(link['href'])) return webUrl(value) ?? webUrl(link['href']);
  const inner = many(link['url'])[0];
  return webUrl(inner) ?? webUrl(fields(inner)['href']);
}

export function hasType(object: Fields, ...types: readonly string[]): boolean {
  return many(object['type']).some((type) => types.includes(text(type) ?? ''));
}

const everyone = ['https://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public'];

/** As Mastodon calls it; `null` when it is not for everyone. */
export function visibilityOf(object: Fields): 'public' | 'unlisted' | null {
  const names = (field: string) =>
    many(object[field]).some((one) =>
      everyone.includes(text(one) ?? text(fields(one)['id']) ?? ''),
    );
  if (names('to')) return 'public';
  return names('cc') ? 'unlisted' : null;
}

/** The account that wrote it. PeerTube names a channel beside the person; others, authors at other hosts. */
export function authorIdOf(object: Fields): string | null {
  const home = webUrl(object['id']);
  const named = many(object['attributedTo'] ?? object['actor']);
  const own = named.filter((one) => {
    const id = idOf(one);
    return id !== null && home !== null && hostOf(id) === hostOf(home);
  });
  const authors = own.length > 0 ? own : named;
  return idOf(authors.find((one) => hasType(fields(one), 'Person')) ?? authors[0]);
}

/** The address of what a post quotes, in any of the ways to say it. */
export function quoteIdOf(object: Fields): string | null {
  const names = ['quote', 'quoteUrl', 'quoteUri', '_misskey_quote'];
  const named = names
    .map((name) => idOf(object[name]) ?? webUrl(fields(object[name])['href']))
    .find((id) => id !== null);
  return named ?? linkedQuoteOf(object);
}

/** A link among the tags that says so itself (FEP-e232). */
function linkedQuoteOf(object: Fields): string | null {
  const says = (rel: unknown) => text(rel)?.endsWith('#_misskey_quote') ?? false;
  const link = many(object['tag'])
    .map(fields)
    .find((tag) => hasType(tag, 'Link') && many(tag['rel']).some(says));
  return webUrl(link?.['href']);
}
