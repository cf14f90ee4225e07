import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  readonly version: string;
}

/** `/openapi.json`, generated from the route schemas, and `/docs`, which renders it from this origin alone. */
export async function describeApi(app: FastifyInstance, info: ApiDescription): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { ...info } },
    hideUntagged: false,
    // The name that the schema has in the document.
    refResolver: { buildLocalReference: ({ $id }) => $id as string },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
}
