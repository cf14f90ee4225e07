import { Type } from 'typebox';

const nullableText = Type.Union([Type.String(), Type.Null()]);
const chatId = Type.String({ description: 'Two user ids joined by `--`, in either order.' });

export const SendBodySchema = Type.Object({
  text: Type.String({ description: '1 to 2000 characters, not blank.' }),
  chatId,
  clientId: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_.:-]{1,64}$',
      description: 'The sender’s own name for the message; a repeated send stores it once.',
    }),
  ),
});

export const MessageSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    chatId: Type.String({ description: 'In the one order the server keeps.' }),
    senderId: Type.String({ format: 'uuid' }),
    clientId: Type.Optional(Type.String({ description: 'Told to the sender only.' })),
    text: Type.String(),
    seq: Type.Integer({ minimum: 1, description: '1, 2, 3 … within the chat.' }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { description: 'A stored message.' },
);

export const HistoryQuerySchema = Type.Object({
  chatId,
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: '`nextCursor` of a page.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '50 unless told.' })),
});

export const HistorySchema = Type.Object(
  {
    messages: Type.Array(MessageSchema, { description: 'Newest last.' }),
    nextCursor: Type.Union([Type.Integer(), Type.Null()]),
  },
  { description: 'A page of messages.' },
);

export const ChatListSchema = Type.Object(
  {
    chats: Type.Array(
      Type.Object({
        chatId: Type.String(),
        person: Type.Object({
          id: Type.String({ format: 'uuid' }),
          name: nullableText,
          email: nullableText,
          image: nullableText,
        }),
        lastMessage: MessageSchema,
        unread: Type.Integer({ minimum: 0 }),
        readSeq: Type.Integer({ minimum: 0 }),
        readByPartnerSeq: Type.Integer({ minimum: 0 }),
      }),
    ),
  },
  { description: 'Conversations with at least one message, newest first.' },
);

export const ReadBodySchema = Type.Object({
  chatId,
  seq: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

export const ReadSchema = Type.Object(
  { changed: Type.Boolean({ description: 'False when that far was read already.' }) },
  { description: 'Marked.' },
);
