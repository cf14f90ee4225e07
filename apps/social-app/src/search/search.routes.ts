import { operationsOf, type Server } from '@triptych/service-host';
import { Type } from 'typebox';
import { TooManyRequests } from '../http/http.errors.js';
import { NotInChat } from '../messages/messages.errors.js';
import { chatId, MessageSchema } from '../messages/messages.schemas.js';
import { nullableText } from '../people/person.schemas.js';
import { InvalidCursor, NoWords } from './search.errors.js';
import type { Search } from './search.js';

const moment = (description: string) => Type.String({ format: 'date-time', description });

const SearchQuerySchema = Type.Object({
  q: Type.String({
    maxLength: 200,
    description: 'Words; a message is found that has, for each, a word that begins with it.',
  }),
  chatId: Type.Optional(chatId),
  senderId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Who wrote them: oneself, or the partner of a chat.',
    }),
  ),
  from: Type.Optional(moment('Sent at this moment or later.')),
  to: Type.Optional(moment('Sent before this moment.')),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: '20 by default.' })),
});

const SearchPageSchema = Type.Object(
  {
    messages: Type.Array(MessageSchema, { description: 'Newest first.' }),
    nextCursor: nullableText('Null at the end.'),
  },
  { description: 'Messages of the caller’s own chats, without deleted ones.' },
);

const find = operationsOf('messages')('searchMessages', 'Search the messages of own chats', {
  querystring: SearchQuerySchema,
  response: { 200: SearchPageSchema },
  errors: [NotInChat, NoWords, InvalidCursor, TooManyRequests],
});

export async function searchRoutes(app: Server, { search }: { search: Search }) {
  app.get('/messages/search', find, ({ caller, query }) => search.find(caller.userId, query));
}
