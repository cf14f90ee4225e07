import { operationsOf, type Server } from '@triptych/service-host';
import { NotInChat } from '../messages/messages.errors.js';
import { ChatParamsSchema } from '../messages/messages.schemas.js';
import type { Mutes } from './mutes.js';
import * as schemas from './mutes.schemas.js';

const operation = operationsOf('notifications');
const operations = {
  mute: operation('muteChat', 'Be notified of nothing in a chat, for a while or for good', {
    description: 'Of the caller alone: nobody else learns of it. Again, it counts from now on.',
    params: ChatParamsSchema,
    body: schemas.MuteBodySchema,
    response: { 200: schemas.MutedSchema },
    errors: [NotInChat],
  }),
  unmute: operation('unmuteChat', 'Be notified of a chat again', {
    params: ChatParamsSchema,
    response: { 200: schemas.UnmutedSchema },
    errors: [NotInChat],
  }),
};

export async function mutesRoutes(app: Server, { mutes }: { mutes: Mutes }) {
  app.put('/chats/:chatId/mute', operations.mute, ({ caller, params, body }) =>
    mutes.mute(caller.userId, params.chatId, body.seconds),
  );
  app.delete('/chats/:chatId/mute', operations.unmute, ({ caller, params }) =>
    mutes.unmute(caller.userId, params.chatId),
  );
}
