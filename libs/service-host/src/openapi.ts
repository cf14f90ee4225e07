import { isDeepStrictEqual } from 'node:util';
import swagger, { formatParamUrl } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { problemSchema } from '@triptych/schemas';
import type { RouteOptions } from 'fastify';
import {
  codesOfNoOperation,
  documentedProblems,
  type ContractSettings,
  type DocumentedProblem,
} from './documented-problems.js';
import { readRouteFacts } from './route-facts.js';
import type { Server } from './server.js';

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** How callers prove who they are, by the names that hooks give in `security`. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined;
}

/** A scheme of the `Authorization` header, or a cookie. */
export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description?: string }
  | {
      readonly type: 'apiKey';
      readonly in: 'cookie';
      readonly name: string;
      readonly description?: string;
    };

/** `Problem` with the codes that are possible in its place. */
interface ProblemWithCodes {
  allOf?: [
    Reference,
    {
      type: 'object';
      required: ['code'];
      properties: { code: { type: 'string'; enum: string[] } };
    },
  ];
}

interface Reference {
  $ref: string;
}

interface Response {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: ProblemWithCodes }>;
}

/** What is written to of a generated OpenAPI document. */
interface Document {
  paths?: Record<string, Record<string, { responses: Record<string, Response | Reference> }>>;
  components?: Record<string, Record<string, unknown>>;
}

/**
 * `/openapi.json`, generated from the routes, and `/docs`, which renders it from this origin alone. Error responses,
 * codes and security are derived when the document is asked for, after all scopes have added theirs.
 */
export async function describeApi(
  app: Server,
  { securitySchemes, ...info }: ApiDescription,
  settings: ContractSettings & { readonly codes: readonly string[] },
): Promise<void> {
  const problems = new Map<string, DocumentedProblem[]>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...info },
      ...(securitySchemes ? { components: { securitySchemes: { ...securitySchemes } } } : {}),
    },
    hideUntagged: false,
    // The name that the schema has in the document.
    refResolver: { buildLocalReference: ({ $id }) => $id as string },
    transform({ schema, url, route }) {
      if (schema?.hide !== true) keepProblems(problems, route, settings);
      const { security } = readRouteFacts(route);
      return { url, schema: security ? { ...schema, security } : schema };
    },
    transformObject(generated) {
      const { openapiObject } = generated as { openapiObject: Document };
      completeDocument(openapiObject, problems, settings);
      return openapiObject;
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    theme: { title: info.title },
    // Without the bar of the library's maker, and the field in it that would fetch from anywhere.
    uiConfig: { layout: 'BaseLayout' },
  });
}

/** A route's pattern as a path template of OpenAPI: `/users/:email` is `/users/{email}`. */
export const toPathTemplate = (url: string): string => formatParamUrl(url);

const keyOf = (method: string, path: string) => `${method.toLowerCase()} ${path}`;

function keepProblems(
  problems: Map<string, DocumentedProblem[]>,
  route: RouteOptions,
  settings: ContractSettings,
): void {
  const found = documentedProblems(route, settings);
  for (const method of [route.method].flat())
    problems.set(keyOf(method, toPathTemplate(route.url)), found);
}

function completeDocument(
  document: Document,
  problems: ReadonlyMap<string, readonly DocumentedProblem[]>,
  { limited, codes }: ContractSettings & { readonly codes: readonly string[] },
): void {
  const shared: Record<string, Response> = {};
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, { responses }] of Object.entries(operations)) {
      Object.assign(responses, toResponses(problems.get(keyOf(method, path)) ?? []));
      if (limited) addQuotaHeaders(responses);
      shareResponses(responses, shared);
    }
  }
  const known = [...problems.values()].flat().map(({ code }) => code);
  const closedSet = [...new Set([...known, ...codesOfNoOperation, ...codes])].sort();
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: withoutId(problemSchema(closedSet)) },
    responses: shared,
    ...(limited ? { headers: quotaHeaders } : {}),
  };
}

/** One response for each status, with the codes that are possible there. */
function toResponses(problems: readonly DocumentedProblem[]): Record<string, Response> {
  const responses: Record<string, Response> = {};
  for (const { status } of problems) {
    const same = problems.filter((each) => each.status === status);
    const codes = [...new Set(same.map(({ code }) => code))].sort();
    const properties = { code: { type: 'string' as const, enum: codes } };
    const schema: ProblemWithCodes = {
      allOf: [
        { $ref: '#/components/schemas/Problem' },
        { type: 'object', required: ['code'], properties },
      ],
    };
    responses[status] = {
      description: [...new Set(same.map(({ detail }) => detail))].join(' '),
      ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
      content: { 'application/problem+json': { schema } },
    };
  }
  return responses;
}

const retryAfter = {
  'Retry-After': {
    description: 'Seconds after which another request makes sense, where that is known.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** draft-ietf-httpapi-ratelimit-headers */
const quotaHeaders = {
  RateLimit: {
    description: 'What is left of the quota (`r`), and the seconds until all of it is back (`t`).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The quota (`q`) and its window in seconds (`w`).',
    schema: { type: 'string' },
  },
};

/** An address that the router refuses for its length never reaches the limit of requests. */
function addQuotaHeaders(responses: Record<string, Response | Reference>): void {
  const references = Object.keys(quotaHeaders).map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]);
  for (const [status, response] of Object.entries(responses)) {
    if (status === '414' || '$ref' in response) continue;
    response.headers = { ...response.headers, ...(Object.fromEntries(references) as object) };
  }
}

/** A problem with one code, such as 500, is the same on most operations; it stands once, under the name of its code. */
function shareResponses(
  responses: Record<string, Response | Reference>,
  shared: Record<string, Response>,
): void {
  for (const [status, response] of Object.entries(responses)) {
    const [code, ...others] = codesOf(response);
    if (code === undefined || others.length > 0) continue;
    const name = code.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    shared[name] ??= response as Response;
    if (isDeepStrictEqual(shared[name], response))
      responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

function codesOf(response: Response | Reference): readonly string[] {
  if ('$ref' in response) return [];
  return (
    response.content?.['application/problem+json']?.schema.allOf?.[1].properties.code.enum ?? []
  );
}

function withoutId(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$id'));
}
