import { toPathTemplate, type Server } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { noteUndocumented } from './undocumented-replies.js';

// A reply is written as its operation, its status and, for a problem, its code: `registerUser 409 email_taken`.

/** An operation of an OpenAPI document, as far as tests use it. */
export interface Operation {
  /** `operationId`, or method and path where there is none. */
  readonly id: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  /** Of a body of JSON. */
  readonly body?: object | undefined;
  /** All that it may send: `200`, `409 email_taken`. */
  readonly replies: readonly string[];
  /** Codes that may come in place of these: what `default` holds, which no single request to it has to provoke. */
  readonly anyTime: readonly string[];
}

interface DocumentedResponse {
  $ref?: string;
  content?: Record<string, { schema?: ProblemSchema }>;
}

interface DocumentedOperation {
  operationId?: string;
  parameters?: Operation['parameters'];
  requestBody?: { content?: Record<string, { schema?: object }> };
  responses: Record<string, DocumentedResponse>;
}

interface ProblemSchema {
  allOf?: { properties?: { code?: { enum?: string[] } } }[];
}

interface Document {
  paths?: Record<string, Record<string, DocumentedOperation>>;
  components?: { responses?: Record<string, DocumentedResponse> };
}

/** The operations of the document of a server that is ready. */
export function readOperations(app: Server): Operation[] {
  const { paths = {}, components } = app.swagger() as Document;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([name, described]) => {
      const { operationId, parameters = [], responses, requestBody } = described;
      const json = Object.entries(requestBody?.content ?? {}).find(([type]) =>
        /\bjson$/.test(type),
      );
      const body = json?.[1].schema;
      const method = name.toUpperCase() as Operation['method'];
      const { default: any, ...own } = responses;
      const replies = Object.entries(own).flatMap(([status, response]) => {
        const { codes, alone } = codesOf(response, components);
        const problems = codes.map((code) => `${status} ${code}`);
        return alone ? problems : [status, ...problems];
      });
      const anyTime = any ? codesOf(any, components).codes : [];
      const id = operationId ?? `${method} ${path}`;
      return { id, method, path, parameters, body, replies, anyTime };
    }),
  );
}

/** The codes of problems that a response may be, and whether it is nothing else. */
function codesOf(response: DocumentedResponse, components: Document['components']) {
  const shared = components?.responses?.[response.$ref?.split('/').at(-1) ?? ''];
  const { 'application/problem+json': problem, ...others } = (shared ?? response).content ?? {};
  const codes = problem?.schema?.allOf?.flatMap(({ properties }) => properties?.code?.enum ?? []);
  return { codes: codes ?? [], alone: !!codes?.length && Object.keys(others).length === 0 };
}

export interface ReplyRecord {
  /** `prepare` of the server options. */
  readonly prepare: (app: Server) => void;
  /** Notes a reply that no hook sees, such as that of the router to a broken address. */
  readonly note: (operation: Operation, reply: { statusCode: number; body: string }) => void;
  /** Replies so far, each as `operation status code`. */
  readonly seen: ReadonlySet<string>;
}

/** A request with this header fails by an error with that code, before anything else looks at it. */
export const faultHeader = 'x-test-fault';

/** Operations by what {@link describeRoute} says of their routes; `null`: the route is none. */
type KnownOperations = Map<string, Operation | null>;

/**
 * Records every reply of the servers that it prepares; one that their document lacks fails the running test.
 *
 * @param known operations of the documents that were read so far: what they say may be replied is not looked up again,
 * nor recorded
 */
export function recordReplies(known?: KnownOperations): ReplyRecord {
  const seen = new Set<string>();
  return {
    seen,
    note: ({ id, method, replies }, { statusCode, body }) => {
      const key = keyOf(statusCode, body);
      // No body says which one it is.
      const only = method === 'HEAD' && replies.find((each) => each.startsWith(`${key} `));
      seen.add(`${id} ${only || key}`);
    },
    prepare(app) {
      const codes = new WeakMap<FastifyRequest, string>();
      const routes: Route[] = [];
      const readDocument = () => {
        const operations = new Map(
          readOperations(app).map((each) => [`${each.method} ${each.path}`, each]),
        );
        const operationOf = (route: Route) => {
          const name = routeOf(route);
          // HEAD is served as GET is, where it is no operation of its own.
          return operations.get(name) ?? operations.get(name.replace('HEAD', 'GET')) ?? null;
        };
        if (known) for (const route of routes) known.set(describeRoute(route), operationOf(route));
        return operationOf;
      };
      let operationOf: ReturnType<typeof readDocument> | undefined;
      app.addHook('onRoute', (route) => void routes.push(route));
      app.addHook('onRequest', (request, _reply, done) => {
        const code = request.headers[faultHeader];
        done(code ? Object.assign(new Error('a fault made by a test'), { code }) : undefined);
      });
      app.addHook('onSend', (request, reply, payload, done) => {
        codes.set(request, keyOf(reply.statusCode, payload));
        done(null, payload);
      });
      app.addHook('onResponse', (request, reply, done) => {
        const key = finalKey(reply, codes.get(request));
        const route = request.routeOptions;
        const before = known?.get(describeRoute(route));
        // Of an address that no route has there is nothing in the document.
        if (route.url !== undefined && before !== null && !(before && mayReply(before, key))) {
          operationOf ??= readDocument();
          check(operationOf(route), key);
        }
        done();
      });
    },
  };

  function check(operation: Operation | null, key: string): void {
    if (operation === null) return;
    const reply = `${operation.id} ${key}`;
    if (!mayReply(operation, key)) noteUndocumented(reply);
    if (!isAnyTime(operation, key)) seen.add(reply);
  }
}

function mayReply(operation: Operation, key: string): boolean {
  return operation.replies.includes(key) || isAnyTime(operation, key);
}

function isAnyTime({ replies, anyTime }: Operation, key: string): boolean {
  return !replies.includes(key) && anyTime.includes(key.split(' ')[1] ?? '');
}

/** A hook that came later may have turned the reply into another one, such as 304. */
function finalKey({ statusCode }: FastifyReply, key?: string): string {
  return key?.startsWith(String(statusCode)) ? key : String(statusCode);
}

// The document of a server is made from all its routes, which takes longer than most tests, and most tests have a server
// of their own.
const knownOperations: KnownOperations = new Map();

type Route = Pick<RouteOptions, 'method' | 'schema' | 'config'> & { readonly url?: string };

/** What the document says of a route by itself; what hooks of its scopes may refuse is left out. */
function describeRoute(route: Route): string {
  const { errors = [] } = (route.config ?? {}) as { errors?: readonly { readonly code: string }[] };
  return `${routeOf(route)} ${JSON.stringify(route.schema)} ${errors.map(({ code }) => code).join()}`;
}

/** Every server that a test creates with this as `prepare` may send documented replies only. */
export function checkReplies(app: Server): void {
  recordReplies(knownOperations).prepare(app);
}

/** What the document has and nothing provoked, and the other way round. */
export function compareReplies(
  app: Server,
  { seen }: ReplyRecord,
): { readonly unprovoked: string[]; readonly undocumented: string[] } {
  const documented = readOperations(app).flatMap(({ id, replies }) =>
    replies.map((reply) => `${id} ${reply}`),
  );
  return {
    unprovoked: documented.filter((reply) => !seen.has(reply)).sort(),
    undocumented: [...seen].filter((reply) => !documented.includes(reply)).sort(),
  };
}

function routeOf({ method, url = '' }: Pick<Route, 'method' | 'url'>): string {
  return `${String(method)} ${toPathTemplate(url)}`;
}

function keyOf(status: number, body: unknown): string {
  if (status < 400 || typeof body !== 'string') return String(status);
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'string' ? `${status} ${code}` : String(status);
  } catch {
    return String(status);
  }
}
