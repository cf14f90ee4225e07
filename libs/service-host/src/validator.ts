import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { boundItemsFirst } from './unique-items.js';

/**
 * TypeBox's compiler. Values of a path, a query and headers are converted to the types of their schema before they are
 * checked. A path whose parameters are all strings needs no conversion, and is checked without: on a route that does little
 * the conversion is a tenth of the server's time (ADR 0023).
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = (route) => {
  const { schema, httpPart = 'body' } = route;
  const made = compiled.get(schema) ?? new Map<string, FastifyValidate>();
  compiled.set(schema, made);
  const validate = made.get(httpPart) ?? compile(route);
  made.set(httpPart, validate);
  return validate;
};

type FastifyValidate = ReturnType<FastifySchemaCompiler<TSchema>>;

/** By schema and part of the request: several routes have the same, and each server of a suite has all of them anew. */
const compiled = new WeakMap<TSchema, Map<string, FastifyValidate>>();

const compile: FastifySchemaCompiler<TSchema> = (route) => {
  const { schema, httpPart } = route;
  // As a body it is checked, and not converted.
  const check = boundItemsFirst(schema, (each) =>
    TypeBoxValidatorCompiler({ ...route, schema: each, httpPart: 'body' }),
  );
  if (httpPart === 'body' || (httpPart === 'params' && holdsStrings(schema))) return check;
  const integers = integersIn(schema);
  return (value: unknown) => check(convert(schema, value, integers));
};

function holdsStrings(schema: TSchema): boolean {
  const properties = Object.values(propertiesIn(schema));
  return properties.length > 0 && properties.every(({ type }) => type === 'string');
}

function integersIn(schema: TSchema): string[] {
  const properties = Object.entries(propertiesIn(schema));
  return properties.filter(([, { type }]) => type === 'integer').map(([name]) => name);
}

/** The members an object of the schema may have, those of a composed one too. */
function propertiesIn(schema: unknown): Record<string, { type?: unknown }> {
  const { properties = {}, allOf = [], anyOf = [] } = schema as ObjectSchema;
  return Object.assign(
    {},
    properties,
    ...[...allOf, ...anyOf].map(propertiesIn),
  ) as typeof properties;
}

type ObjectSchema = {
  readonly properties?: Record<string, { type?: unknown }>;
  readonly allOf?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
};

/**
 * TypeBox makes an integer of 1.5, 0x2, true and of nothing at all. What is not written as one is left as it is, and fails.
 */
function convert(schema: TSchema, value: unknown, integers: readonly string[]): unknown {
  const given = value as Readonly<Record<string, unknown>>;
  const odd = integers.filter((name) => name in given && !/^-?\d+$/.test(String(given[name])));
  const kept = Object.fromEntries(odd.map((name) => [name, given[name]]));
  const converted = Value.Convert(schema, value);
  return odd.length === 0 ? converted : { ...(converted as object), ...kept };
}

type HttpPart = 'body' | 'params' | 'querystring' | 'headers';

/** Texts that break patterns, formats, enumerations, numbers, booleans and limits of length. */
const texts = ['x', '-1', '~', '\u{1F600}', 'x'.repeat(4000)];
const bodies = [undefined, null, [], 'x', 0, {}];

/**
 * Whether some request breaks the schema of this part, after it has been converted as that of a request is. It is
 * found by trying: an optional string in a query can be broken by naming it twice, a string in a path by nothing.
 */
export function isBreakable(schema: TSchema, httpPart: HttpPart): boolean {
  const validate = compileValidator({ schema, httpPart, method: 'POST', url: '/' });
  return samplesOf(schema, httpPart).some((sample) => {
    const outcome: unknown = validate(sample);
    return typeof outcome === 'object' && outcome !== null && 'error' in outcome;
  });
}

function samplesOf(schema: TSchema, httpPart: HttpPart): unknown[] {
  if (httpPart === 'body') return bodies;
  const names = Object.keys(propertiesIn(schema));
  const all = texts.map((text) => Object.fromEntries(names.map((name) => [name, text])));
  if (httpPart === 'params') return all;
  const each = names.flatMap((name) => texts.map((text) => ({ [name]: text })));
  if (httpPart === 'headers') return [{}, ...all, ...each];
  return [{}, { unexpected: 'x' }, ...all, ...each, ...names.map((name) => ({ [name]: texts }))];
}
