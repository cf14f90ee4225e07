import {
  InvalidPath,
  InvalidSyntax,
  InvalidValue,
  NoTarget,
  TooManyOperations,
} from './scim.errors.js';
import { applyMembers, applyValue, isObject, memberOf, removeTarget } from './apply-value.js';
import { parseTarget } from './attribute-path.js';
import type { ScimDraft } from './scim-user.js';

/** What a PATCH makes of a draft; it can be run again on another one. */
export type Patch = (draft: ScimDraft) => ScimDraft;

const mostOperations = 100;

/**
 * Reads the body of a PATCH as Entra and Okta send it: names of operations in any case, values with and without a path.
 *
 * @throws InvalidSyntax, TooManyOperations, InvalidPath, InvalidValue, NoTarget
 */
export function parsePatch(body: object): Patch {
  const operations = memberOf(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0) throw new InvalidSyntax();
  if (operations.length > mostOperations) throw new TooManyOperations();
  const patches = operations.map(parseOperation);
  return (draft) => patches.reduce((changed, patch) => patch(changed), draft);
}

function parseOperation(operation: unknown): Patch {
  if (!isObject(operation)) throw new InvalidSyntax();
  const [op, path, value] = ['op', 'path', 'value'].map((name) => memberOf(operation, name));
  const name = typeof op === 'string' ? op.toLowerCase() : undefined;
  if (name !== 'add' && name !== 'replace' && name !== 'remove') throw new InvalidSyntax();
  if (path !== undefined && path !== null && typeof path !== 'string') throw new InvalidPath();
  const target = path === undefined || path === null || path === '' ? undefined : parseTarget(path);
  if (name === 'remove') {
    if (target === undefined) throw new NoTarget();
    return (draft) => removeTarget(draft, target, value);
  }
  // RFC 7644, 3.5.2.1 and 3.5.2.3: null, or an empty text, removes; what is not there says nothing.
  if (value === undefined) throw new InvalidValue('value', 'must be given');
  if (target !== undefined) return (draft) => applyValue(draft, target, value, name);
  if (!isObject(value)) throw new InvalidValue('value', 'must be an object where there is no path');
  return (draft) => applyMembers(draft, value, name);
}
