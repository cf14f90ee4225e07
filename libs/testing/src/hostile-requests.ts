import type { Server } from '@triptych/service-host';
import type { InjectOptions } from 'fastify';
import { readOperations, type Operation } from './contract.js';
import { hostileHeaders, hostileJson, hostileParts } from './hostile-values.js';
import { toInject, type BrokenRequest, type ValidRequest } from './platform-replies.js';

// Requests made of the API document alone: each member of a body, and each parameter, with every hostile value, while the rest is
// as its schema wants it. A route that is added is attacked without being named.

/** As it stands in an OpenAPI document. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * Sends every hostile request to every operation.
 *
 * @param validFor what an operation needs to get past its hooks; asked once for each operation, and null for one to leave out
 * @returns the requests that were a fault of the service (500), as `operation place value`
 */
export async function findFaults(
  app: Server,
  validFor: (operation: Operation) => ValidRequest | null | Promise<ValidRequest | null>,
): Promise<string[]> {
  await app.ready();
  const found: string[] = [];
  for (const operation of readOperations(app)) {
    const valid = await validFor(operation);
    if (valid === null) continue;
    for (const [name, broken] of hostileRequests(operation, valid)) {
      const request = toInject({ operation, valid }, broken);
      if (!isSendable(request)) continue;
      const { statusCode } = await app.inject(request);
      if (statusCode === 500) found.push(`${operation.id} ${name}`);
    }
  }
  return found;
}

type Hostile = readonly [name: string, request: BrokenRequest];

function hostileRequests(operation: Operation, valid: ValidRequest): Hostile[] {
  const named = (place: string) => operation.parameters.filter((each) => each.in === place);
  return [
    ...(operation.body ? hostileBodies(operation.body, valid.payload) : []),
    ...named('path').flatMap(({ name }) =>
      hostileParts.map((text): Hostile => [
        `${name} ${briefly(text)}`,
        { params: { [name]: text } },
      ]),
    ),
    ...named('query').flatMap(({ name }) =>
      hostileParts.map((text): Hostile => [
        `?${name} ${briefly(text)}`,
        { queryText: queryWith(valid.query, name, text) },
      ]),
    ),
    ...named('header').flatMap(({ name }) =>
      hostileHeaders.map((text): Hostile => [
        `${name}: ${briefly(text)}`,
        { headers: { [name]: text } },
      ]),
    ),
  ];
}

const briefly = (text: string) => `${JSON.stringify(text.slice(0, 12))} of ${text.length}`;

function queryWith(query: ValidRequest['query'] = {}, name: string, text: string): string {
  const rest = Object.entries(query).filter(([other]) => other !== name);
  return [
    ...rest.map(([key, value]) => `${key}=${encodeURIComponent(value)}`),
    `${name}=${text}`,
  ].join('&');
}

/** Stands where the hostile JSON is put, which need not be what `JSON.stringify` writes. */
const mark = '<hostile>';
const json = { 'content-type': 'application/json' };

function hostileBodies(schema: Schema, payload: unknown): Hostile[] {
  const sample = { ...(sampleOf(schema) as object), ...(payload as object | undefined) };
  const places: Place[] = [
    ['', mark, {}],
    ...placesIn({ ...schema, properties: { ...propertiesOf(schema), unexpected: {} } }, sample),
  ];
  return places.flatMap(([path, marked, there]) => {
    const text = JSON.stringify(marked);
    return hostileJson(there).map(([name, value]): Hostile => [
      `${path} ${name}`,
      // A function, since a text may hold `$&`.
      { payload: text.replace(JSON.stringify(mark), () => value), headers: json },
    ]);
  });
}

type Place = readonly [path: string, marked: unknown, sample: unknown];

/** Every member, also of members and of the items of lists, with the sample that is marked there. */
function placesIn(schema: Schema, sample: unknown, path = ''): Place[] {
  const inner = Object.entries(propertiesOf(schema)).flatMap(([name, member]) => {
    const around = (value: unknown) => ({ ...(sample as object), [name]: value });
    return [
      [`${path}/${name}`, around(mark), sampleOf(member)] as const,
      ...placesIn(member, sampleOf(member), `${path}/${name}`).map(
        ([where, marked, there]): Place => [where, around(marked), there],
      ),
    ];
  });
  const { items } = schema;
  if (!items) return inner;
  const ofItems = placesIn(items, sampleOf(items), `${path}/0`);
  return [...inner, ...ofItems.map(([where, marked, there]): Place => [where, [marked], there])];
}

function propertiesOf({ properties = {}, allOf = [], anyOf = [] }: Schema): Record<string, Schema> {
  return Object.assign({}, properties, ...[...allOf, ...anyOf].map(propertiesOf)) as Record<
    string,
    Schema
  >;
}

const id = '00000000-0000-4000-8000-000000000000';
const texts = [
  'word',
  id,
  `${id}--${id}`,
  'a@example.org',
  'https://a.example/',
  '1',
  'A'.repeat(43),
];

/** What the schema takes, as far as its keywords here say. */
function sampleOf(schema: Schema): unknown {
  const { type, enum: values, anyOf, minimum = 1, pattern = '' } = schema;
  if ('const' in schema) return schema.const;
  if (values) return values[0];
  const properties = Object.entries(propertiesOf(schema));
  if (type === 'object' || properties.length > 0)
    return Object.fromEntries(properties.map(([name, member]) => [name, sampleOf(member)]));
  if (anyOf?.[0]) return sampleOf(anyOf[0]);
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (type === 'array') return [sampleOf(schema.items ?? {})];
  return texts.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'word';
}

/** Whether a URL can be made of it: what cannot is no request. */
function isSendable({ url }: InjectOptions): boolean {
  return typeof url === 'string' && URL.canParse(url, 'http://localhost');
}
