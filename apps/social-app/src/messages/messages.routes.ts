import type { Server } from '@triptych/service-host';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import { toWire } from './message-mapping.js';
import { ClientIdReused, InvalidText, NotInChat, OneDirectionOnly } from './messages.errors.js';
import type { Messages } from './messages.js';
import * as schemas from './messages.schemas.js';

const tags = ['messages'];

const sendSchema = {
  operationId: 'sendMessage',
  summary: 'Send a message to a friend',
  tags,
  body: schemas.SendBodySchema,
  response: { 200: schemas.MessageSchema },
};
const historySchema = {
  operationId: 'listMessages',
  summary: 'A page of a chat',
  tags,
  querystring: schemas.HistoryQuerySchema,
  response: { 200: schemas.HistorySchema },
};
const chatsSchema = {
  operationId: 'listChats',
  summary: 'Chats, the one with the newest message first',
  tags,
  querystring: schemas.ChatsQuerySchema,
  response: { 200: schemas.ChatListSchema },
};
const readSchema = {
  operationId: 'markMessagesRead',
  summary: 'Mark the messages of a chat as read',
  tags,
  body: schemas.ReadBodySchema,
  response: { 200: schemas.ReadSchema },
};

export async function messagesRoutes(
  app: Server,
  { guard, messages }: { guard: SessionGuard; messages: Messages },
) {
  const onRequest = guard.authenticate;

  const sendErrors = [NotInChat, InvalidText, ClientIdReused];
  const send = { onRequest, config: { errors: sendErrors }, schema: sendSchema };
  app.post('/message/send', send, async (request) =>
    toWire(await messages.send(guard.callerOf(request).userId, request.body)),
  );

  const historyErrors = [NotInChat, OneDirectionOnly];
  const history = { onRequest, config: { errors: historyErrors }, schema: historySchema };
  app.get('/messages', history, async (request) => {
    const { chatId, ...page } = request.query;
    const found = await messages.read(guard.callerOf(request).userId, chatId, page);
    return { ...found, messages: found.messages.map(toWire) };
  });

  app.get('/chats', { onRequest, schema: chatsSchema }, async (request) => {
    const page = await messages.listChats(guard.callerOf(request).userId, request.query);
    const chats = page.chats.map((chat) => ({ ...chat, lastMessage: toWire(chat.lastMessage) }));
    return { ...page, chats };
  });

  const markRead = { onRequest, config: { errors: [NotInChat] }, schema: readSchema };
  app.post('/message/read', markRead, (request) =>
    messages.markRead(guard.callerOf(request).userId, request.body),
  );
}
