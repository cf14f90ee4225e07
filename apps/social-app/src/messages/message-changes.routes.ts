import type { Server } from '@triptych/service-host';
import type { FastifyRequest } from 'fastify';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { MessageChanging } from './message-changes.js';
import { toWire } from './message-mapping.js';
import * as errors from './messages.errors.js';
import * as schemas from './messages.schemas.js';

const tags = ['messages'];

const editSchema = {
  operationId: 'editMessage',
  summary: 'Change the text of an own message',
  tags,
  body: schemas.EditBodySchema,
  response: { 200: schemas.MessageSchema },
};
const editErrors = [
  errors.NotInChat,
  errors.InvalidText,
  errors.MessageNotFound,
  errors.NotYourMessage,
  errors.MessageDeleted,
  errors.TooLate,
];
const deleteSchema = {
  operationId: 'deleteMessage',
  summary: 'Delete a message for both, or for oneself',
  tags,
  body: schemas.DeleteBodySchema,
  response: { 200: schemas.ChangeSchema },
};
const deleteErrors = [
  errors.NotInChat,
  errors.MessageNotFound,
  errors.NotYourMessage,
  errors.TooLate,
];
const reactSchema = {
  operationId: 'addReaction',
  summary: 'React to a message',
  tags,
  body: schemas.ReactionBodySchema,
  response: { 200: schemas.ChangeSchema },
};
const unreactSchema = {
  operationId: 'removeReaction',
  summary: 'Take an own reaction back',
  tags,
  body: schemas.ReactionBodySchema,
  response: { 200: schemas.ChangeSchema },
};
const unreactErrors = [errors.NotInChat, errors.InvalidEmoji, errors.MessageNotFound];
const reactErrors = [...unreactErrors, errors.MessageDeleted, errors.TooManyReactions];

export async function messageChangesRoutes(
  app: Server,
  { guard, changing }: { guard: SessionGuard; changing: MessageChanging },
) {
  const onRequest = guard.authenticate;
  const callerId = (request: FastifyRequest) => guard.callerOf(request).userId;

  const edit = { onRequest, config: { errors: editErrors }, schema: editSchema };
  app.post('/message/edit', edit, async (request) =>
    toWire(await changing.edit(callerId(request), request.body)),
  );

  const remove = { onRequest, config: { errors: deleteErrors }, schema: deleteSchema };
  app.post('/message/delete', remove, (request) => {
    const { for: whom, ...target } = request.body;
    const me = callerId(request);
    return whom === 'me' ? changing.deleteForMe(me, target) : changing.deleteForAll(me, target);
  });

  const react = { onRequest, config: { errors: reactErrors }, schema: reactSchema };
  app.post('/message/react', react, (request) => changing.react(callerId(request), request.body));

  const unreact = { onRequest, config: { errors: unreactErrors }, schema: unreactSchema };
  app.post('/message/unreact', unreact, (request) =>
    changing.unreact(callerId(request), request.body),
  );
}
