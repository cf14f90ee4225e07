import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import { toWire } from '../messages/message-mapping.js';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Search } from './search.js';
import { SearchPageSchema, SearchQuerySchema } from './search.schemas.js';

export interface SearchRoutesOptions {
  readonly guard: SessionGuard;
  readonly search: Search;
}

export const searchProblemCodes = ['unauthenticated', 'not_in_chat', 'no_words', 'invalid_cursor'];

const schema = {
  tags: ['messages'],
  querystring: SearchQuerySchema,
  response: {
    200: SearchPageSchema,
    ...problemResponses({
      400: 'The query is not valid, or holds no word.',
      401: 'Not signed in, or not a chat of the caller.',
    }),
  },
};

export const searchRoutes: FastifyPluginAsyncTypebox<SearchRoutesOptions> = async (
  app,
  { guard, search },
) => {
  const onRequest = guard.authenticate;
  app.get('/messages/search', { onRequest, schema }, async (request) => {
    const page = await search.find(guard.callerOf(request).userId, request.query);
    return { ...page, messages: page.messages.map(toWire) };
  });
};
