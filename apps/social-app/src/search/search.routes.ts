import { Type } from 'typebox';
import { chatId, MessageSchema } from '../messages/messages.schemas.js';
import type { Server } from '@triptych/service-host';
import { toWire } from '../messages/message-mapping.js';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Search } from './search.js';
import { NotInChat } from '../messages/messages.errors.js';
import { InvalidCursor, NoWords } from './search.errors.js';

const SearchQuerySchema = Type.Object({
  q: Type.String({
    maxLength: 200,
    description: 'Words; a message is found that has, for each, a word that begins with it.',
  }),
  chatId: Type.Optional(chatId),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: '20 by default.' })),
});

const SearchPageSchema = Type.Object(
  {
    messages: Type.Array(MessageSchema, { description: 'Newest first.' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'Null at the end.' }),
  },
  { description: 'Messages of the caller’s own chats, without deleted ones.' },
);

const schema = {
  operationId: 'searchMessages',
  summary: 'Search the messages of own chats',
  tags: ['messages'],
  querystring: SearchQuerySchema,
  response: { 200: SearchPageSchema },
};
const config = { errors: [NotInChat, NoWords, InvalidCursor] };

export async function searchRoutes(
  app: Server,
  { guard, search }: { guard: SessionGuard; search: Search },
) {
  const onRequest = guard.authenticate;
  app.get('/messages/search', { onRequest, config, schema }, async (request) => {
    const page = await search.find(guard.callerOf(request).userId, request.query);
    return { ...page, messages: page.messages.map(toWire) };
  });
}
