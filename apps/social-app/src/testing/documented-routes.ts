import type { Server } from '@triptych/service-host';
import type { SignedInUser } from './signed-in-user.js';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly parameters?: readonly {
    name: string;
    in: 'path' | 'query' | 'header';
    required?: boolean;
    schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

/** A route as the OpenAPI document of the running service describes it: a new one is tested without being named. */
export interface DocumentedRoute {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Every parameter and every member of the body. */
  readonly fields: ReadonlySet<string>;
  readonly operation: Operation;
}

export async function documentedRoutes(app: Server): Promise<DocumentedRoute[]> {
  const document = (await app.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase() as DocumentedRoute['method'],
      path,
      operation,
      fields: new Set([
        ...(operation.parameters ?? []).map(({ name }) => name),
        ...Object.keys(bodyOf(operation)?.properties ?? {}),
      ]),
    })),
  );
}

/** What fits where a test says nothing. */
const samples: Readonly<Record<string, unknown>> = {
  emoji: '👍',
  handle: 'somebody_else',
  email: 'nobody@example.test',
  id: '00000000-0000-7000-8000-000000000000',
  messageId: '00000000-0000-7000-8000-000000000000',
  userId: '00000000-0000-7000-8000-000000000000',
  q: 'word',
};

/** Calls the route with every required field, and those given. */
export async function callRoute(
  app: Server,
  { method, path, operation }: DocumentedRoute,
  user: SignedInUser | null,
  given: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const url = new URL(path, 'http://localhost:8082');
  for (const { name, in: place, required, schema } of operation.parameters ?? []) {
    if (place === 'header' || (!required && !(name in given))) continue;
    const value = encodeURIComponent(String(given[name] ?? samples[name] ?? sampleOf(schema)));
    if (place === 'query') url.search += `${url.search ? '&' : ''}${name}=${value}`;
    else url.pathname = decodeURI(url.pathname).replace(`{${name}}`, value);
  }
  const body = bodyOf(operation);
  const response = await app.inject({
    method,
    url: url.pathname + url.search,
    headers: { ...(user && { cookie: user.cookie }), ...headers },
    ...(body && { payload: payloadFor(body, given) }),
  });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}

/** The reply without what is new each time. */
export function comparable({ status, text }: { status: number; text: string }) {
  return { status, text: text.replace(/"requestId":"[^"]*"/, '') };
}

function bodyOf({ requestBody }: Operation): Schema | undefined {
  return requestBody?.content['application/json']?.schema;
}

function payloadFor(
  { properties = {}, required = [] }: Schema,
  given: Readonly<Record<string, unknown>>,
) {
  const wanted = Object.entries(properties).filter(
    ([name]) => required.includes(name) || name in given,
  );
  return Object.fromEntries(
    wanted.map(([name, schema]) => [name, given[name] ?? samples[name] ?? sampleOf(schema)]),
  );
}

function sampleOf(schema: Schema): unknown {
  const { type, enum: values, anyOf, minimum = 1 } = schema;
  if (values) return values[0];
  if (anyOf?.[0]) return sampleOf(anyOf[0]);
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  return type === 'array' ? [] : 'word';
}
