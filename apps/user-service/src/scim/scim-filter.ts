import { InvalidFilter } from './scim.errors.js';
import { type Comparison, type InnerComparison, parseComparisons } from './parse-comparisons.js';

/** Of all conditions that a filter joins each must hold. */
export type Condition =
  | { readonly kind: 'userName' | 'externalId' | 'id' | 'email'; readonly value: string }
  | { readonly kind: 'active'; readonly value: boolean }
  /** Nobody has this, such as an e-mail of another type than the one that is kept. */
  | { readonly kind: 'nobody' };

/** @throws InvalidFilter */
export function parseFilter(filter: string): readonly Condition[] {
  const comparisons = parseComparisons(filter);
  if (comparisons === undefined) throw new InvalidFilter();
  return comparisons.flatMap(conditionsOf);
}

const texts = { username: 'userName', externalid: 'externalId', id: 'id' } as const;

function conditionsOf({ path, value }: Comparison): readonly Condition[] {
  const { attribute, filter, sub } = path;
  if (filter !== undefined) {
    if (attribute !== 'emails') throw new InvalidFilter();
    const ofElement = filter.flatMap(conditionsOfElement);
    if (value === undefined) return ofElement;
    return [...ofElement, ...conditionsOfElement({ attribute: sub ?? 'value', value })];
  }
  if (attribute === 'emails') return [textCondition('email', value)];
  if (attribute.startsWith('emails.')) {
    return conditionsOfElement({ attribute: attribute.slice('emails.'.length), value });
  }
  if (attribute === 'active') {
    if (typeof value !== 'boolean') throw new InvalidFilter();
    return [{ kind: 'active', value }];
  }
  if (!Object.hasOwn(texts, attribute)) throw new InvalidFilter();
  return [textCondition(texts[attribute as keyof typeof texts], value)];
}

function textCondition(
  kind: 'userName' | 'externalId' | 'id' | 'email',
  value: Comparison['value'],
): Condition {
  if (typeof value !== 'string') throw new InvalidFilter();
  return { kind, value };
}

/** There is one e-mail, the primary one, of type work. */
function conditionsOfElement({ attribute, value }: InnerComparison): readonly Condition[] {
  switch (attribute) {
    case 'value':
      return [textCondition('email', value)];
    case 'type':
      return isWork(value) ? [] : [{ kind: 'nobody' }];
    case 'primary':
      return value === true ? [] : [{ kind: 'nobody' }];
    default:
      throw new InvalidFilter();
  }
}

function isWork(value: Comparison['value']): boolean {
  return typeof value === 'string' && value.toLowerCase() === 'work';
}
