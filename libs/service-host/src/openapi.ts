import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** How callers prove who they are, by the names that routes give in `security`. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined;
}

/** A scheme of the `Authorization` header. */
export interface SecurityScheme {
  readonly type: 'http';
  readonly scheme: 'bearer';
  readonly description?: string;
}

/** `/openapi.json`, generated from the route schemas, and `/docs`, which renders it from this origin alone. */
export async function describeApi(
  app: FastifyInstance,
  { securitySchemes, ...info }: ApiDescription,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...info },
      ...(securitySchemes ? { components: { securitySchemes: { ...securitySchemes } } } : {}),
    },
    hideUntagged: false,
    // The name that the schema has in the document.
    refResolver: { buildLocalReference: ({ $id }) => $id as string },
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
