// Declares `app.swagger()` and `hide`, `tags`, `operationId` and the like of a route's schema.
export type {} from '@fastify/swagger';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** The server of every service, as `FastifyPluginAsyncTypebox` plugins and hooks take it. */
export type Server = Parameters<FastifyPluginAsyncTypebox>[0];
