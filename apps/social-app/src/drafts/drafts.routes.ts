import { operationsOf, type Server } from '@triptych/service-host';
import { ClientIdReused, InvalidText, NotInChat } from '../messages/messages.errors.js';
import { ChatParamsSchema } from '../messages/messages.schemas.js';
import { PageQuerySchema } from '../paging/page.schemas.js';
import type { Drafts } from './drafts.js';
import * as schemas from './drafts.schemas.js';

const operation = operationsOf('messages');
const operations = {
  list: operation('listDrafts', 'What the caller has written and not sent', {
    querystring: PageQuerySchema,
    response: { 200: schemas.DraftListSchema },
  }),
  set: operation('setDraft', 'Keep what is written to a friend and not sent', {
    description:
      'For all devices of the caller: nobody else learns of it. The last one to come counts. A message with this text or `clientId` ends it, and so does the end of the friendship.',
    params: ChatParamsSchema,
    body: schemas.DraftBodySchema,
    response: { 200: schemas.StoredDraftSchema },
    errors: [NotInChat, InvalidText, ClientIdReused],
  }),
  clear: operation('clearDraft', 'Keep no draft of a chat', {
    description:
      'With the `clientId` of what is meant, so that what another device has written since is left alone.',
    params: ChatParamsSchema,
    querystring: schemas.ClearQuerySchema,
    response: { 200: schemas.ClearedDraftSchema },
    errors: [NotInChat],
  }),
};

export async function draftsRoutes(app: Server, { drafts }: { drafts: Drafts }) {
  app.get('/drafts', operations.list, ({ caller, query }) => drafts.list(caller.userId, query));
  app.put('/chats/:chatId/draft', operations.set, ({ caller, params, body }) =>
    drafts.set(caller.userId, params.chatId, body),
  );
  app.delete('/chats/:chatId/draft', operations.clear, ({ caller, params, query }) =>
    drafts.clear(caller.userId, params.chatId, query.clientId ?? null),
  );
}
