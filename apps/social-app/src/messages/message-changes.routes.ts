import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { MessageChanging } from './message-changes.js';
import { toWire } from './message-mapping.js';
import * as schemas from './messages.schemas.js';

export interface MessageChangesRoutesOptions {
  readonly guard: SessionGuard;
  readonly changing: MessageChanging;
}

export const messageChangeProblemCodes = [
  'unauthenticated',
  'not_in_chat',
  'invalid_text',
  'invalid_emoji',
  'message_not_found',
  'not_your_message',
  'message_deleted',
  'too_late',
  'too_many_reactions',
];

const tags = ['messages'];
const always = {
  401: 'Not signed in, or not a chat between the caller and a friend.',
  404: 'No such message, or none the caller still sees.',
  422: 'The body does not have the documented shape.',
};
const notOwn = { 403: 'Another one sent this message.' };

const editSchema = {
  tags,
  body: schemas.EditBodySchema,
  response: {
    200: schemas.MessageSchema,
    ...problemResponses({ ...always, ...notOwn, 409: 'Too old to be changed, or deleted.' }),
  },
};
const deleteSchema = {
  tags,
  body: schemas.DeleteBodySchema,
  response: {
    200: schemas.ChangeSchema,
    ...problemResponses({ ...always, ...notOwn, 409: 'Too old to be deleted for both.' }),
  },
};
const reactSchema = {
  tags,
  body: schemas.ReactionBodySchema,
  response: {
    200: schemas.ChangeSchema,
    ...problemResponses({ ...always, 409: 'Deleted, or the caller has used all reactions up.' }),
  },
};
const unreactSchema = {
  tags,
  body: schemas.ReactionBodySchema,
  response: { 200: schemas.ChangeSchema, ...problemResponses(always) },
};

export const messageChangesRoutes: FastifyPluginAsyncTypebox<MessageChangesRoutesOptions> = async (
  app,
  { guard, changing },
) => {
  const onRequest = guard.authenticate;

  app.post('/message/edit', { onRequest, schema: editSchema }, async (request) =>
    toWire(await changing.edit(guard.callerOf(request).userId, request.body)),
  );

  app.post('/message/delete', { onRequest, schema: deleteSchema }, (request) => {
    const { for: whom, ...target } = request.body;
    const remove = whom === 'me' ? changing.deleteForMe : changing.deleteForAll;
    return remove(guard.callerOf(request).userId, target);
  });

  app.post('/message/react', { onRequest, schema: reactSchema }, (request) =>
    changing.react(guard.callerOf(request).userId, request.body),
  );

  app.post('/message/unreact', { onRequest, schema: unreactSchema }, (request) =>
    changing.unreact(guard.callerOf(request).userId, request.body),
  );
};
