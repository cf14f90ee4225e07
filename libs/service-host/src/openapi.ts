import swagger, { formatParamUrl } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { problemSchema } from '@triptych/schemas';
import type { RouteOptions } from 'fastify';
import { compareFilesStrongly } from './file-conditions.js';
import {
  codesOfAnyOperation,
  codesOfNoOperation,
  documentedProblems,
  type ContractSettings,
  type DocumentedProblem,
} from './documented-problems.js';
import type { ErrorFormat } from './error-format.js';
import {
  addProblems,
  addQuotaHeaders,
  anyOperation,
  quotaHeaders,
  shareResponses,
  toAnyOperation,
  typeParts,
  type Reference,
  type Response,
} from './openapi-responses.js';
import { readRouteFacts } from './route-facts.js';
import type { Server } from './server.js';

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  /** What the operations of each tag are about. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
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

/** What is written to of a generated OpenAPI document. */
interface Document {
  paths?: Record<
    string,
    Record<string, { responses: Record<string, Response | Reference>; tags?: string[] }>
  >;
  components?: Record<string, Record<string, unknown>>;
}

/**
 * `/openapi.json`, generated from the routes, and `/docs`, which renders it from this origin alone. Error responses,
 * codes and security are derived when the document is asked for, after all scopes have added theirs.
 */
export async function describeApi(
  app: Server,
  { title, description, securitySchemes, tags = {} }: ApiDescription,
  { version, ...settings }: ContractSettings & { readonly version: string },
): Promise<void> {
  const problems: Problems = new Map();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, description, version, license },
      servers: [{ url: '/' }],
      tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
      // An operation without a scheme of its own is open.
      security: [],
      ...(securitySchemes ? { components: { securitySchemes: { ...securitySchemes } } } : {}),
    },
    hideUntagged: false,
    // The name that the schema has in the document.
    refResolver: { buildLocalReference: ({ $id }) => $id as string },
    transform({ schema, url, route }) {
      if (schema?.hide !== true) keepProblems(problems, route, settings);
      const { security } = readRouteFacts(route);
      const { streamedBody: content, operationId } = route.config ?? {};
      return {
        url,
        schema: {
          ...schema,
          ...(operationId && { operationId }),
          ...(security && { security }),
          ...(content && { body: { content } }),
        },
      };
    },
    transformObject(generated) {
      const { openapiObject } = generated as { openapiObject: Document };
      completeDocument(openapiObject, problems, settings);
      return openapiObject;
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(async (scope: Server) => {
    compareFilesStrongly(scope);
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      theme: { title },
      // Without the bar of the library's maker, and the field in it that would fetch from anywhere.
      uiConfig: { layout: 'BaseLayout' },
    });
  });
}

/** A route's pattern as a path template of OpenAPI: `/users/:email` is `/users/{email}`. */
export const toPathTemplate = (url: string): string => formatParamUrl(url);

const license = { name: 'MIT', url: 'https://spdx.org/licenses/MIT' };

const keyOf = (method: string, path: string) => `${method.toLowerCase()} ${path}`;

/** What each operation may send, and in which form. */
type Problems = Map<string, { found: DocumentedProblem[]; format: ErrorFormat | undefined }>;

function keepProblems(problems: Problems, route: RouteOptions, settings: ContractSettings): void {
  const found = documentedProblems(route, settings);
  const format = route.config?.errorFormat;
  for (const method of [route.method].flat())
    problems.set(keyOf(method, toPathTemplate(route.url)), { found, format });
}

function completeDocument(
  document: Document,
  problems: Readonly<Problems>,
  { limited }: ContractSettings,
): void {
  const shared = toAnyOperation(codesOfAnyOperation);
  const all: Record<string, Response | Reference>[] = [];
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, { responses }] of Object.entries(operations)) {
      typeParts(responses);
      const { found = [], format } = problems.get(keyOf(method, path)) ?? {};
      addProblems(responses, found, format);
      if (limited) addQuotaHeaders(responses);
      all.push(responses);
    }
  }
  shareResponses(all, shared);
  for (const responses of all) responses['default'] = anyOperation;
  const known = [...problems.values()].flatMap(({ found, format }) =>
    format === undefined ? found.map(({ code }) => code) : [],
  );
  const formats = [...problems.values()].flatMap(({ format }) => format ?? []);
  const schemas = Object.fromEntries(formats.map(({ name, schema }) => [name, schema]));
  const closedSet = [...new Set([...known, ...codesOfAnyOperation, ...codesOfNoOperation])].sort();
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...schemas, Problem: problemSchema(closedSet) },
    responses: shared,
    ...(limited ? { headers: quotaHeaders } : {}),
  };
}
