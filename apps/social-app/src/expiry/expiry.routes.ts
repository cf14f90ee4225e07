import { operationsOf, type Server } from '@triptych/service-host';
import { NotInChat } from '../messages/messages.errors.js';
import { ChatParamsSchema } from '../messages/messages.schemas.js';
import type { Expiry } from './expiry.js';
import * as schemas from './expiry.schemas.js';

const operation = operationsOf('messages');
const operations = {
  read: operation('readExpiry', 'How long messages of a chat are kept', {
    params: ChatParamsSchema,
    response: { 200: schemas.ExpirySchema },
    errors: [NotInChat],
  }),
  set: operation('setExpiry', 'Let messages of a chat end after a while', {
    description: 'For both, of messages that are sent from now on. Either friend may change it.',
    params: ChatParamsSchema,
    body: schemas.ExpiryBodySchema,
    response: { 200: schemas.ChangedExpirySchema },
    errors: [NotInChat],
  }),
  end: operation('endExpiry', 'Keep messages of a chat for good', {
    description: 'Those that are sent from now on; what was sent before ends as it was to.',
    params: ChatParamsSchema,
    response: { 200: schemas.ChangedExpirySchema },
    errors: [NotInChat],
  }),
};

export async function expiryRoutes(app: Server, { expiry }: { expiry: Expiry }) {
  app.get('/chats/:chatId/expiry', operations.read, ({ caller, params }) =>
    expiry.read(caller.userId, params.chatId),
  );
  app.put('/chats/:chatId/expiry', operations.set, ({ caller, params, body }) =>
    expiry.set(caller.userId, params.chatId, body.seconds),
  );
  app.delete('/chats/:chatId/expiry', operations.end, ({ caller, params }) =>
    expiry.set(caller.userId, params.chatId, null),
  );
}
