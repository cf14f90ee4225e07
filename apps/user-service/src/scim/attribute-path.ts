import { InvalidPath } from './scim.errors.js';
import { type InnerComparison, parsePath } from './parse-comparisons.js';
import type { TextField } from './scim-user.js';

/** What a path of an operation, or a member of a body, is about. */
export type Target =
  | { readonly kind: 'text'; readonly attribute: string; readonly field: TextField }
  | { readonly kind: 'active' | 'name' }
  | {
      readonly kind: 'element';
      readonly attribute: ElementAttribute;
      /** Which elements; undefined: all, which are one. */
      readonly filter: readonly InnerComparison[] | undefined;
      /** The text of an element; undefined: the element. */
      readonly sub: string | undefined;
    }
  | { readonly kind: 'read-only' }
  /** Of the schema of the RFC or of an extension, and not kept here. */
  | { readonly kind: 'ignored' };

export type ElementAttribute = 'emails' | 'phonenumbers' | 'addresses';

/** Of each multi-valued attribute one element is kept, of type work, and of it one text. */
export const elements = {
  emails: { name: 'emails', text: 'value', field: 'workEmail' },
  phonenumbers: { name: 'phoneNumbers', text: 'value', field: 'phone' },
  addresses: { name: 'addresses', text: 'formatted', field: 'address' },
} as const satisfies Record<
  ElementAttribute,
  { readonly name: string; readonly text: string; readonly field: TextField }
>;

const textFields: ReadonlyMap<string, { attribute: string; field: TextField }> = new Map([
  ['username', { attribute: 'userName', field: 'userName' }],
  ['externalid', { attribute: 'externalId', field: 'externalId' }],
  ['displayname', { attribute: 'displayName', field: 'displayName' }],
  ['name.formatted', { attribute: 'name.formatted', field: 'formatted' }],
  ['name.givenname', { attribute: 'name.givenName', field: 'givenName' }],
  ['name.familyname', { attribute: 'name.familyName', field: 'familyName' }],
]);

const readOnly = new Set(['id', 'meta', 'groups', 'schemas']);

/** RFC 7643, 4.1: attributes that providers send whatever a service keeps. */
const otherAttributes = new Set([
  ...['nickname', 'profileurl', 'title', 'usertype', 'preferredlanguage', 'locale', 'timezone'],
  ...['password', 'ims', 'photos', 'entitlements', 'roles', 'x509certificates'],
]);
const otherNames = new Set(['middlename', 'honorificprefix', 'honorificsuffix']);
const otherParts = new Set([
  ...['type', 'primary', 'display', '$ref'],
  ...['streetaddress', 'locality', 'region', 'postalcode', 'country'],
]);

/** @throws InvalidPath */
export function parseTarget(text: string): Target {
  const path = parsePath(text);
  if (path === undefined) throw new InvalidPath();
  const { attribute, filter, sub } = path;
  if (attribute.startsWith('urn:')) return { kind: 'ignored' };
  const [head = '', ...rest] = attribute.split('.');
  const tail = sub ?? (rest.length > 0 ? rest.join('.') : undefined);
  if (readOnly.has(head)) return { kind: 'read-only' };
  if (otherAttributes.has(head)) return { kind: 'ignored' };
  if (Object.hasOwn(elements, head)) return targetOfElement(head as ElementAttribute, filter, tail);
  if (filter !== undefined) throw new InvalidPath();
  return targetOfText(attribute, head, tail);
}

function targetOfText(attribute: string, head: string, tail: string | undefined): Target {
  const text = textFields.get(attribute);
  if (text) return { kind: 'text', ...text };
  if (attribute === 'active' || attribute === 'name') return { kind: attribute };
  if (head === 'name' && tail !== undefined && otherNames.has(tail)) return { kind: 'ignored' };
  throw new InvalidPath();
}

function targetOfElement(
  attribute: ElementAttribute,
  filter: readonly InnerComparison[] | undefined,
  sub: string | undefined,
): Target {
  if (sub !== undefined && sub !== elements[attribute].text) {
    if (otherParts.has(sub) || sub === 'value') return { kind: 'ignored' };
    throw new InvalidPath();
  }
  // An element of another type than the one that is kept: providers send all that they have, and get no error for it.
  if (filter?.some(({ attribute: part, value }) => part === 'type' && !isWork(value))) {
    return { kind: 'ignored' };
  }
  if (filter?.some(({ attribute: part }) => !filterParts.has(part))) throw new InvalidPath();
  return { kind: 'element', attribute, filter, sub };
}

const filterParts = new Set(['type', 'primary', 'value', 'formatted']);

export function isWork(value: unknown): boolean {
  return typeof value === 'string' && value.toLowerCase() === 'work';
}
