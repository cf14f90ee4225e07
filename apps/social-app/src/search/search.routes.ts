import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { toWire } from '../messages/message-mapping.js';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Search } from './search.js';
import { NotInChat } from '../messages/messages.errors.js';
import { InvalidCursor, NoWords } from './search.errors.js';
import { SearchPageSchema, SearchQuerySchema } from './search.schemas.js';

export interface SearchRoutesOptions {
  readonly guard: SessionGuard;
  readonly search: Search;
}

const schema = {
  operationId: 'searchMessages',
  summary: 'Search the messages of own chats',
  tags: ['messages'],
  querystring: SearchQuerySchema,
  response: { 200: SearchPageSchema },
};
const config = { errors: [NotInChat, NoWords, InvalidCursor] };

export const searchRoutes: FastifyPluginAsyncTypebox<SearchRoutesOptions> = async (
  app,
  { guard, search },
) => {
  const onRequest = guard.authenticate;
  app.get('/messages/search', { onRequest, config, schema }, async (request) => {
    const page = await search.find(guard.callerOf(request).userId, request.query);
    return { ...page, messages: page.messages.map(toWire) };
  });
};
