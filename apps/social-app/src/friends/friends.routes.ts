import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { SessionGuard } from '../sessions/session.port.js';
import type { Friends } from './friends.js';
import * as schemas from './friends.schemas.js';

export interface FriendsRoutesOptions {
  readonly guard: SessionGuard;
  readonly friends: Friends;
}

export const friendProblemCodes = [
  'unauthenticated',
  'invalid_email',
  'person_not_found',
  'cannot_befriend_self',
  'already_related',
  'no_pending_request',
];
const signedOut = { 401: 'Not signed in.' };
const unreadable = { 422: 'The body does not have the documented shape.' };

const tags = ['friends'];

const changes = (errors: Record<number, string>) => ({
  200: schemas.ChangeSchema,
  ...problemResponses({ ...signedOut, ...errors }),
});
const byId = (errors: Record<number, string> = {}) => ({
  tags,
  body: schemas.PersonBodySchema,
  response: changes({ ...unreadable, ...errors }),
});

const addSchema = {
  tags,
  body: schemas.AddBodySchema,
  response: changes({ ...unreadable, 400: 'No such person, oneself, or already related.' }),
};
const acceptSchema = byId({ 400: 'This person has no pending request with you.' });
const removeSchema = { tags, params: schemas.PersonParamsSchema, response: changes({}) };
const listSchema = {
  tags,
  response: { 200: schemas.FriendListSchema, ...problemResponses(signedOut) },
};
export const friendsRoutes: FastifyPluginAsyncTypebox<FriendsRoutesOptions> = async (
  app,
  { guard, friends },
) => {
  const onRequest = guard.authenticate;
  app.post('/add', { onRequest, schema: addSchema }, (request) =>
    friends.add(guard.callerOf(request).userId, request.body.email),
  );

  app.post('/accept', { onRequest, schema: acceptSchema }, (request) =>
    friends.accept(guard.callerOf(request).userId, request.body.id),
  );
  app.post('/deny', { onRequest, schema: byId() }, (request) =>
    friends.deny(guard.callerOf(request).userId, request.body.id),
  );
  app.post('/cancel', { onRequest, schema: byId() }, (request) =>
    friends.cancel(guard.callerOf(request).userId, request.body.id),
  );
  app.post('/block', { onRequest, schema: byId() }, (request) =>
    friends.block(guard.callerOf(request).userId, request.body.id),
  );
  app.post('/unblock', { onRequest, schema: byId() }, (request) =>
    friends.unblock(guard.callerOf(request).userId, request.body.id),
  );

  app.delete('/:id', { onRequest, schema: removeSchema }, (request) =>
    friends.remove(guard.callerOf(request).userId, request.params.id),
  );

  app.get('/', { onRequest, schema: listSchema }, async (request) => {
    const list = await friends.list(guard.callerOf(request).userId);
    return toWire(list);
  });
};

/** Dates as the schema has them. */
function toWire({ friends, incoming, outgoing, blocked }: Awaited<ReturnType<Friends['list']>>) {
  const dated = <T extends { since: Date }>(each: T) => ({ ...each, since: each.since.toJSON() });
  return {
    friends: friends.map(dated),
    incoming: incoming.map(dated),
    outgoing: outgoing.map(dated),
    blocked: blocked.map(dated),
  };
}
