import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { FriendLists, ListedPerson } from './friend-list-mapping.js';
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
  'asked_too_often',
  'too_many_pending',
  'inbox_full',
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
  response: changes({
    ...unreadable,
    400: 'No such person, oneself, already related, or too many requests wait.',
    429: 'Denied by this person again and again: `Retry-After`.',
  }),
};
const acceptSchema = byId({ 400: 'This person has no pending request with you.' });
const removeSchema = { tags, params: schemas.PersonParamsSchema, response: changes({}) };
const listSchema = {
  tags,
  response: { 200: schemas.FriendListSchema, ...problemResponses(signedOut) },
};
const moreSchema = {
  tags,
  params: schemas.ListParamsSchema,
  querystring: schemas.ListQuerySchema,
  response: {
    200: schemas.PeoplePageSchema,
    ...problemResponses({ ...signedOut, 400: 'No such list, or the cursor is none.' }),
  },
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
    const lists = await friends.list(guard.callerOf(request).userId);
    return toWire(lists);
  });

  app.get('/:list', { onRequest, schema: moreSchema }, async (request) => {
    const { userId } = guard.callerOf(request);
    const page = await friends.listMore(userId, request.params.list, request.query);
    return { ...page, people: page.people.map(dated<ListedPerson>) };
  });
};

const dated = <T extends { since: Date }>(each: T) => ({ ...each, since: each.since.toJSON() });

/** The lists as the document has them, and beside them how they go on. */
function toWire(lists: FriendLists) {
  const { friends, incoming, outgoing, blocked } = lists;
  return {
    friends: friends.people.map(dated),
    incoming: incoming.people.map(dated),
    outgoing: outgoing.people.map(dated),
    blocked: blocked.people.map(dated),
    nextCursors: {
      friends: friends.nextCursor,
      incoming: incoming.nextCursor,
      outgoing: outgoing.nextCursor,
      blocked: blocked.nextCursor,
    },
  };
}
