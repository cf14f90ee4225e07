import { operationsOf, type Server } from '@triptych/service-host';
import { NotInChat } from '../messages/messages.errors.js';
import { ChatParamsSchema } from '../messages/messages.schemas.js';
import type { Mark, Marks } from './marks.js';
import * as schemas from './marks.schemas.js';

const operation = operationsOf('messages');
const marking = {
  params: ChatParamsSchema,
  response: { 200: schemas.MarkedSchema },
  errors: [NotInChat],
};
const ofCaller = 'Of the caller alone: nobody else learns of it.';
const operations = {
  archive: operation('archiveChat', 'Put a chat away', {
    ...marking,
    description: `${ofCaller} A message takes the chat out again, unless it is muted.`,
  }),
  unarchive: operation('unarchiveChat', 'Take a chat out of the archive', marking),
  markUnread: operation('markChatUnread', 'Mark a chat as unread', {
    ...marking,
    description: `${ofCaller} Read marks stay; reading in the chat ends it.`,
  }),
  unmarkUnread: operation('unmarkChatUnread', 'Mark a chat as unread no more', marking),
};

export async function marksRoutes(app: Server, { marks }: { marks: Marks }) {
  const routes = [
    ['archive', 'archived', operations.archive, operations.unarchive],
    ['unread', 'unread', operations.markUnread, operations.unmarkUnread],
  ] as const satisfies readonly (readonly [string, Mark, object, object])[];
  for (const [name, mark, put, remove] of routes) {
    app.put(`/chats/:chatId/${name}`, put, ({ caller, params }) =>
      marks.set(caller.userId, params.chatId, mark, true),
    );
    app.delete(`/chats/:chatId/${name}`, remove, ({ caller, params }) =>
      marks.set(caller.userId, params.chatId, mark, false),
    );
  }
}
