import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import { toWire } from './message-mapping.js';
import type { Messages } from './messages.js';
import * as schemas from './messages.schemas.js';

export interface MessagesRoutesOptions {
  readonly guard: SessionGuard;
  readonly messages: Messages;
}

export const messageProblemCodes = [
  'unauthenticated',
  'not_in_chat',
  'invalid_text',
  'client_id_reused',
  'one_direction_only',
];
const outside = { 401: 'Not signed in, or not a chat between the caller and a friend.' };
const unreadable = { 422: 'The body does not have the documented shape.' };
const broken = { 500: 'Unexpected error.' };

const tags = ['messages'];

const sendSchema = {
  tags,
  body: schemas.SendBodySchema,
  response: {
    200: schemas.MessageSchema,
    ...problemResponses({
      ...outside,
      ...unreadable,
      ...broken,
      409: 'Another message of the sender has this clientId.',
    }),
  },
};
const historySchema = {
  tags,
  querystring: schemas.HistoryQuerySchema,
  response: {
    200: schemas.HistorySchema,
    ...problemResponses({ ...outside, 400: 'The query is not valid.' }),
  },
};
const chatsSchema = {
  tags,
  querystring: schemas.ChatsQuerySchema,
  response: {
    200: schemas.ChatListSchema,
    ...problemResponses({ ...outside, 400: 'The query is not valid, or the cursor is none.' }),
  },
};
const readSchema = {
  tags,
  body: schemas.ReadBodySchema,
  response: {
    200: schemas.ReadSchema,
    ...problemResponses({ ...outside, ...unreadable }),
  },
};

export const messagesRoutes: FastifyPluginAsyncTypebox<MessagesRoutesOptions> = async (
  app,
  { guard, messages },
) => {
  const onRequest = guard.authenticate;

  app.post('/message/send', { onRequest, schema: sendSchema }, async (request) =>
    toWire(await messages.send(guard.callerOf(request).userId, request.body)),
  );

  app.get('/messages', { onRequest, schema: historySchema }, async (request) => {
    const { chatId, ...page } = request.query;
    const history = await messages.read(guard.callerOf(request).userId, chatId, page);
    return { ...history, messages: history.messages.map(toWire) };
  });

  app.get('/chats', { onRequest, schema: chatsSchema }, async (request) => {
    const page = await messages.listChats(guard.callerOf(request).userId, request.query);
    const chats = page.chats.map((chat) => ({ ...chat, lastMessage: toWire(chat.lastMessage) }));
    return { ...page, chats };
  });

  app.post('/message/read', { onRequest, schema: readSchema }, (request) =>
    messages.markRead(guard.callerOf(request).userId, request.body),
  );
};
