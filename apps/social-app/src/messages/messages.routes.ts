import { operationsOf, type Server } from '@triptych/service-host';
import { PageQuerySchema } from '../paging/page.schemas.js';
import type { MessageChanging } from './message-changes.js';
import * as errors from './messages.errors.js';
import type { Messages } from './messages.js';
import * as schemas from './messages.schemas.js';

const operation = operationsOf('messages');
const operations = {
  send: operation('sendMessage', 'Send a message to a friend', {
    body: schemas.SendBodySchema,
    response: { 200: schemas.MessageSchema },
    errors: [
      errors.NotInChat,
      errors.InvalidText,
      errors.TextMissing,
      errors.ClientIdReused,
      errors.NothingToReplyTo,
      errors.NothingToAttach,
    ],
    // So says the document of the service.
    faultsAre500: true,
  }),
  forward: operation('forwardMessage', 'Send a copy of a message to a friend', {
    description:
      'The text is copied as it stands now; of where it comes from, nobody learns. A repeated request with the same `clientId` stores it once.',
    body: schemas.ForwardBodySchema,
    response: { 200: schemas.MessageSchema },
    errors: [errors.NotInChat, errors.ClientIdReused, errors.NothingToForward],
  }),
  read: operation('listMessages', 'A page of a chat', {
    querystring: schemas.HistoryQuerySchema,
    response: { 200: schemas.HistorySchema },
    errors: [errors.NotInChat, errors.OneDirectionOnly],
  }),
  readPinned: operation('listPinnedMessages', 'The pinned messages of a chat', {
    querystring: schemas.PinnedQuerySchema,
    response: { 200: schemas.PinnedSchema },
    errors: [errors.NotInChat],
  }),
  listChats: operation('listChats', 'Chats, the one with the newest message first', {
    querystring: PageQuerySchema,
    response: { 200: schemas.ChatListSchema },
  }),
  markRead: operation('markMessagesRead', 'Mark the messages of a chat as read', {
    body: schemas.ReadBodySchema,
    response: { 200: schemas.ReadSchema },
    errors: [errors.NotInChat],
  }),
};

export async function messagesRoutes(app: Server, { messages }: { messages: Messages }) {
  app.post('/message/send', operations.send, ({ caller, body }) =>
    messages.send(caller.userId, body),
  );
  app.post('/message/forward', operations.forward, ({ caller, body }) =>
    messages.forward(caller.userId, body),
  );
  app.get('/messages', operations.read, ({ caller, query: { chatId, ...page } }) =>
    messages.read(caller.userId, chatId, page),
  );
  app.get('/messages/pinned', operations.readPinned, ({ caller, query }) =>
    messages.readPinned(caller.userId, query.chatId),
  );
  app.get('/chats', operations.listChats, ({ caller, query }) =>
    messages.listChats(caller.userId, query),
  );
  app.post('/message/read', operations.markRead, ({ caller, body }) =>
    messages.markRead(caller.userId, body),
  );
}

const response = { 200: schemas.ChangeSchema };
const changes = {
  limits: operation(
    'readMessageLimits',
    'For how long a message can be changed, and how large files may be',
    {
      response: { 200: schemas.LimitsSchema },
    },
  ),
  edit: operation('editMessage', 'Change the text of an own message', {
    body: schemas.EditBodySchema,
    response: { 200: schemas.MessageSchema },
    errors: [
      errors.NotInChat,
      errors.InvalidText,
      errors.MessageNotFound,
      errors.NotYourMessage,
      errors.MessageDeleted,
      errors.ForwardedMessage,
      errors.TooLate,
    ],
  }),
  remove: operation('deleteMessage', 'Delete a message for both, or for oneself', {
    body: schemas.DeleteBodySchema,
    response,
    errors: [errors.NotInChat, errors.MessageNotFound, errors.NotYourMessage, errors.TooLate],
  }),
  react: operation('addReaction', 'React to a message', {
    body: schemas.ReactionBodySchema,
    response,
    errors: [
      errors.NotInChat,
      errors.InvalidEmoji,
      errors.MessageNotFound,
      errors.MessageDeleted,
      errors.TooManyReactions,
    ],
  }),
  pin: operation('pinMessage', 'Pin a message for both', {
    body: schemas.PinBodySchema,
    response,
    errors: [errors.NotInChat, errors.MessageNotFound, errors.MessageDeleted, errors.TooManyPins],
  }),
  unpin: operation('unpinMessage', 'Unpin a message for both', {
    body: schemas.PinBodySchema,
    response,
    errors: [errors.NotInChat, errors.MessageNotFound],
  }),
  unreact: operation('removeReaction', 'Take an own reaction back', {
    body: schemas.ReactionBodySchema,
    response,
    errors: [errors.NotInChat, errors.InvalidEmoji, errors.MessageNotFound],
  }),
};

/** What is done to a message after it was sent. */
export async function messageChangesRoutes(
  app: Server,
  { changing }: { changing: MessageChanging },
) {
  app.get('/message/limits', changes.limits, () => changing.limits());
  app.post('/message/edit', changes.edit, ({ caller, body }) => changing.edit(caller.userId, body));
  app.post('/message/delete', changes.remove, ({ caller, body: { for: whom, ...target } }) =>
    whom === 'me'
      ? changing.deleteForMe(caller.userId, target)
      : changing.deleteForAll(caller.userId, target),
  );
  app.post('/message/react', changes.react, ({ caller, body }) =>
    changing.react(caller.userId, body),
  );
  app.post('/message/pin', changes.pin, ({ caller, body }) => changing.pin(caller.userId, body));
  app.post('/message/unpin', changes.unpin, ({ caller, body }) =>
    changing.unpin(caller.userId, body),
  );
  app.post('/message/unreact', changes.unreact, ({ caller, body }) =>
    changing.unreact(caller.userId, body),
  );
}
