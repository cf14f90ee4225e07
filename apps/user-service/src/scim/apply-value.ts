import { InvalidPath, InvalidValue, NotMutable, NoTarget } from './scim.errors.js';
import { elements, isWork, parseTarget, type Target } from './attribute-path.js';
import { emptyDraft, type ScimDraft, type TextField } from './scim-user.js';

// What one value of a body does to a draft. Names of members are compared without their case (RFC 7643, 2.1), and are only ever
// compared: none of them becomes the name of a member here.

export type Change = 'add' | 'replace';
type Element = Extract<Target, { kind: 'element' }>;

/** @throws InvalidValue, NoTarget, NotMutable */
export function applyValue(
  draft: ScimDraft,
  target: Target,
  value: unknown,
  change: Change,
): ScimDraft {
  switch (target.kind) {
    case 'ignored':
      return draft;
    case 'read-only':
      throw new NotMutable();
    case 'active':
      return { ...draft, active: readBoolean(value) };
    case 'text':
      return withText(draft, target.field, readText(target.attribute, value));
    case 'name':
      return withName(draft, value, change);
    case 'element':
      return withElement(draft, target, value, change);
  }
}

/** Each member of a body, or of the value of an operation without a path; what is not known or cannot be changed is ignored. */
export function applyMembers(draft: ScimDraft, body: object, change: Change): ScimDraft {
  let changed = draft;
  for (const [name, value] of Object.entries(body)) {
    if (name.toLowerCase() === coreSchema && isObject(value)) {
      changed = applyMembers(changed, withoutSchemas(value), change);
    } else changed = applyMember(changed, name, value, change);
  }
  return changed;
}

const coreSchema = 'urn:ietf:params:scim:schemas:core:2.0:user';

/** So that a body that names the schema in itself, again and again, is not followed. */
function withoutSchemas(value: object): object {
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !name.toLowerCase().startsWith('urn:')),
  );
}

function applyMember(draft: ScimDraft, name: string, value: unknown, change: Change): ScimDraft {
  const target = targetOf(name);
  if (target === undefined || target.kind === 'read-only') return draft;
  // null is no value (RFC 7643, 2.5), and nobody is activated or deactivated by that.
  if (target.kind === 'active' && value === null) return draft;
  return applyValue(draft, target, value, change);
}

function targetOf(name: string): Target | undefined {
  try {
    return parseTarget(name);
  } catch (error) {
    if (error instanceof InvalidPath) return undefined;
    throw error;
  }
}

/** @throws NotMutable, NoTarget */
export function removeTarget(draft: ScimDraft, target: Target, value: unknown): ScimDraft {
  switch (target.kind) {
    case 'ignored':
      return draft;
    case 'read-only':
    case 'active':
      throw new NotMutable();
    case 'name':
      return { ...draft, formatted: null, givenName: null, familyName: null };
    case 'text':
      if (target.field === 'userName') throw new NotMutable();
      return withText(draft, target.field, null);
    case 'element':
      checkFilter(draft, target);
      return isOther(draft, target, value)
        ? draft
        : withText(draft, elements[target.attribute].field, null);
  }
}

/** Entra names the elements to be removed by their values. */
function isOther(draft: ScimDraft, target: Element, value: unknown): boolean {
  const named = [value].flat().flatMap((each) => (isObject(each) ? [textOf(each, target)] : []));
  const texts = named.filter((text) => typeof text === 'string');
  return texts.length > 0 && !texts.includes(currentText(draft, target));
}

function withName(draft: ScimDraft, value: unknown, change: Change): ScimDraft {
  if (value === null && change === 'replace') {
    return { ...draft, formatted: null, givenName: null, familyName: null };
  }
  if (!isObject(value)) throw new InvalidValue('name', 'must be an object');
  let changed = draft;
  for (const [name, text] of Object.entries(value)) {
    const target = targetOf(`name.${name}`);
    if (target?.kind === 'text') changed = applyValue(changed, target, text, change);
  }
  return changed;
}

function withElement(draft: ScimDraft, target: Element, value: unknown, change: Change): ScimDraft {
  checkFilter(draft, target);
  const { name, text, field } = elements[target.attribute];
  if (target.sub !== undefined || typeof value === 'string') {
    return withText(draft, field, readText(`${name}.${text}`, value));
  }
  const given = [value].flat().filter((each) => each !== null && each !== undefined);
  if (given.length === 0) return change === 'replace' ? withText(draft, field, null) : draft;
  if (!given.every(isObject)) throw new InvalidValue(name, 'must be a list of objects');
  const kept = given.filter((each) => isWork(memberOf(each, 'type') ?? 'work'));
  const texts = kept.map((each) => textOf(each, target)).filter((each) => each !== undefined);
  return texts.length === 0 ? draft : withText(draft, field, readText(`${name}.${text}`, texts[0]));
}

/** The one element is the primary one of type work. */
function checkFilter(draft: ScimDraft, target: Element): void {
  for (const { attribute, value } of target.filter ?? []) {
    if (attribute === 'primary' && value !== true) throw new NoTarget();
    const isText = attribute === 'value' || attribute === 'formatted';
    if (isText && value !== currentText(draft, target)) throw new NoTarget();
  }
}

function currentText(draft: ScimDraft, { attribute }: Element): string {
  return draft[elements[attribute].field] ?? draft.userName;
}

function textOf(element: object, { attribute }: Element): unknown {
  return memberOf(element, elements[attribute].text);
}

/** @param name in lower case */
export function memberOf(value: object, name: string): unknown {
  return Object.entries(value).find(([each]) => each.toLowerCase() === name)?.[1];
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param text null: none */
function withText(draft: ScimDraft, field: TextField, text: string | null): ScimDraft {
  return { ...draft, [field]: text ?? emptyDraft[field] };
}

function readText(attribute: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') throw new InvalidValue(attribute, 'must be a string');
  const text = value.trim();
  return text === '' ? null : text;
}

/** Entra sends "True" and "False" as strings. */
function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (text !== 'true' && text !== 'false') throw new InvalidValue('active', 'must be a boolean');
  return text === 'true';
}
