import type { ProblemClass } from '@triptych/schemas';
import type { onRequestHookHandler, preHandlerAsyncHookHandler, RouteOptions } from 'fastify';
import type { Server } from './server.js';

// What the API document cannot see in a route's schemas: which errors its handler and its hooks throw, which security
// schemes its hooks demand, who reads its body.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The errors that the use case behind this route throws. */
    errors?: readonly ProblemClass[];
    /** Every fault is 500 here, also one that is another problem `everywhere` else: so a document demands. */
    faultsAre500?: boolean;
    /** What the API document calls the operation, where the schema does not say it. */
    operationId?: string;
    /** What a body is that the handler reads as a stream, by media type: documented, and not validated. */
    streamedBody?: Readonly<Record<string, { readonly schema: object }>>;
  }
}

export interface HookDescription {
  /** What the hook throws. */
  readonly errors?: readonly ProblemClass[];
  /** Names of `ApiOptions.securitySchemes`, each of which satisfies the hook. */
  readonly security?: readonly string[];
  /** Whether the hook lets callers without credentials through as well. */
  readonly anonymous?: boolean;
  /** Whether the hook lets every request to this route pass. */
  readonly isExempt?: (route: Pick<RouteOptions, 'config' | 'method'>) => boolean;
}

/** A hook of one of these may refuse a request and is documented. */
const refusingHooks = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const;

const described = Symbol('description of a hook');

/** Attaches to a hook what it throws and demands; the API document reads it wherever the hook is used. */
export function describeHook<H extends (...parameters: never[]) => unknown>(
  hook: H,
  description: HookDescription,
): H {
  return Object.assign(hook, { [described]: description });
}

/** By Fastify instance, whose prototype is the instance around it. */
const hooksOfScopes = new WeakMap<object, HookDescription[]>();
const streamingScopes = new WeakSet<object>();
const scopesOfRoutes = new WeakMap<RouteOptions, readonly object[]>();

/** Notes the scopes of every route, outermost first; to be called before any route is registered. */
export function noteScopes(app: Server): void {
  app.addHook('onRoute', function (route) {
    const scopes: object[] = [];
    for (let scope = this as object | null; scope; scope = Object.getPrototypeOf(scope) as object)
      scopes.unshift(scope);
    scopesOfRoutes.set(route, scopes);
  });
}

/** `app.addHook` for a hook of `describeHook`: each route of this scope and of those nested in it documents it. */
export function addDescribedHook(
  app: Server,
  name: 'onRequest' | 'preValidation' | 'preHandler',
  hook: onRequestHookHandler | preHandlerAsyncHookHandler,
): void {
  const description = descriptionOf(hook);
  if (!description) throw new Error(`the ${name} hook has no description: use describeHook`);
  hooksOfScopes.set(app, [...(hooksOfScopes.get(app) ?? []), description]);
  // The three kinds of hooks have the same parameters, but addHook has no overload for them together.
  app.addHook(name as 'onRequest', hook as onRequestHookHandler);
}

/**
 * Hands the bodies of this scope's requests to their handlers as streams, whatever their Content-Type is. There is no
 * limit of bytes, and nothing is parsed; a Content-Type that is no media type is refused (415) by Fastify all the same.
 */
export function streamBodies(app: Server): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  streamingScopes.add(app);
}

export interface RouteFacts {
  readonly errors: readonly ProblemClass[];
  /** As in an OpenAPI operation; undefined where no hook demands credentials. */
  readonly security: readonly Readonly<Record<string, string[]>>[] | undefined;
  readonly streamsBody: boolean;
}

/** What is known of a route once its server is ready. */
export function readRouteFacts(route: RouteOptions): RouteFacts {
  const scopes = scopesOfRoutes.get(route) ?? [];
  const own = refusingHooks.flatMap((name) => [route[name] ?? []].flat());
  const hooks = [
    ...scopes.flatMap((scope) => hooksOfScopes.get(scope) ?? []),
    ...own.flatMap((hook) => descriptionOf(hook) ?? []),
  ].filter(({ isExempt }) => !isExempt?.(route));
  const demands = hooks.filter(({ security }) => security !== undefined);
  const schemes = [...new Set(demands.flatMap(({ security = [] }) => security))];
  const open = demands.every(({ anonymous }) => anonymous);
  const security = [...(open ? [{}] : []), ...schemes.map((name) => ({ [name]: [] }))];
  return {
    errors: [...(route.config?.errors ?? []), ...hooks.flatMap(({ errors = [] }) => errors)],
    security: demands.length === 0 ? undefined : security,
    streamsBody: scopes.some((scope) => streamingScopes.has(scope)),
  };
}

function descriptionOf(hook: unknown): HookDescription | undefined {
  return (hook as { [described]?: HookDescription })[described];
}
