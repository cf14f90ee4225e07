/** Which attributes a caller wants (RFC 7644, 3.4.2.5), in lower case; `name.givenname` is a part of one. */
export interface Selection {
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

const corePrefix = 'urn:ietf:params:scim:schemas:core:2.0:user:';

/** @param query names between commas, with or without the URN of the schema */
export function selectionOf(query: {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}): Selection {
  const namesIn = (text = '') =>
    text
      .toLowerCase()
      .split(',')
      .map((name) => name.trim().replace(corePrefix, ''))
      .filter((name) => name !== '');
  return { attributes: namesIn(query.attributes), excluded: namesIn(query.excludedAttributes) };
}

/** Returned whatever is asked for (RFC 7643, 7: `returned` is `always`). */
const always = new Set(['schemas', 'id']);

/** The resource with what is selected; of lists of values each is cut in the same way. */
export function select<Resource extends object>(
  resource: Resource,
  { attributes, excluded }: Selection,
): Partial<Resource> {
  const entries = Object.entries(resource) as [string, unknown][];
  const kept = entries.flatMap(([name, value]): [string, unknown][] => {
    const lower = name.toLowerCase();
    if (always.has(lower)) return [[name, value]];
    if (excluded.includes(lower)) return [];
    const without = cut(value, lower, (path) => !excluded.includes(path));
    if (attributes.length === 0 || attributes.includes(lower)) return [[name, without]];
    if (!attributes.some((each) => each.startsWith(`${lower}.`))) return [];
    return [[name, cut(without, lower, (path) => attributes.includes(path))]];
  });
  return Object.fromEntries(kept) as Partial<Resource>;
}

function cut(value: unknown, name: string, isKept: (path: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => cut(each, name, isKept));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value);
  return Object.fromEntries(parts.filter(([part]) => isKept(`${name}.${part.toLowerCase()}`)));
}
