import { Type } from 'typebox';
import { chatId, MessageSchema } from '../messages/messages.schemas.js';

export const SearchQuerySchema = Type.Object({
  q: Type.String({
    maxLength: 200,
    description: 'Words; a message is found that has, for each, a word that begins with it.',
  }),
  chatId: Type.Optional(chatId),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: '20 by default.' })),
});

export const SearchPageSchema = Type.Object(
  {
    messages: Type.Array(MessageSchema, { description: 'Newest first.' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'Null at the end.' }),
  },
  { description: 'Messages of the caller’s own chats, without deleted ones.' },
);
