import type { Server } from '@triptych/service-host';
import type { FastifyRequest } from 'fastify';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { FriendLists, ListedPerson } from './friend-list-mapping.js';
import * as errors from './friends.errors.js';
import type { Friends } from './friends.js';
import * as schemas from './friends.schemas.js';

const tags = ['friends'];

/** An operation on the person whose id the body holds. */
const byId = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags,
  body: schemas.PersonBodySchema,
  response: { 200: schemas.ChangeSchema },
});
const addSchema = {
  operationId: 'addFriend',
  summary: 'Ask somebody to become a friend',
  tags,
  body: schemas.AddBodySchema,
  response: { 200: schemas.ChangeSchema },
};
const addErrors = [
  errors.InvalidEmail,
  errors.CannotBefriendSelf,
  errors.PersonNotFound,
  errors.AlreadyRelated,
  errors.AskedTooOften,
  errors.TooManyPending,
  errors.InboxFull,
];
const acceptSchema = byId('acceptFriendRequest', 'Accept a request');
const denySchema = byId('denyFriendRequest', 'Deny a request');
const cancelSchema = byId('cancelFriendRequest', 'Take an own request back');
const blockSchema = byId('blockPerson', 'Block somebody');
const unblockSchema = byId('unblockPerson', 'Take an own block back');
const removeSchema = {
  operationId: 'removeFriend',
  summary: 'End a friendship',
  tags,
  params: schemas.PersonParamsSchema,
  response: { 200: schemas.ChangeSchema },
};
const listSchema = {
  operationId: 'listFriends',
  summary: 'Friends, requests and blocked people',
  tags,
  response: { 200: schemas.FriendListSchema },
};
/** A route for each list: as a parameter, the segment would be a person's id to one method and a list to the other. */
const furtherPages = {
  friends: ['listMoreFriends', 'A further page of the friends'],
  incoming: ['listIncomingRequests', 'A further page of the requests to the caller'],
  outgoing: ['listOutgoingRequests', 'A further page of the requests of the caller'],
  blocked: ['listBlockedPeople', 'A further page of the people whom the caller blocks'],
} as const;
const pageSchema = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags,
  querystring: schemas.ListQuerySchema,
  response: { 200: schemas.PeoplePageSchema },
});

export async function friendsRoutes(
  app: Server,
  { guard, friends }: { guard: SessionGuard; friends: Friends },
) {
  const onRequest = guard.authenticate;
  const callerId = (request: FastifyRequest) => guard.callerOf(request).userId;

  const add = { onRequest, config: { errors: addErrors }, schema: addSchema };
  app.post('/add', add, (request) => friends.add(callerId(request), request.body.email));

  const accept = {
    onRequest,
    config: { errors: [errors.NoPendingRequest] },
    schema: acceptSchema,
  };
  app.post('/accept', accept, (request) => friends.accept(callerId(request), request.body.id));
  app.post('/deny', { onRequest, schema: denySchema }, (request) =>
    friends.deny(callerId(request), request.body.id),
  );
  app.post('/cancel', { onRequest, schema: cancelSchema }, (request) =>
    friends.cancel(callerId(request), request.body.id),
  );
  app.post('/block', { onRequest, schema: blockSchema }, (request) =>
    friends.block(callerId(request), request.body.id),
  );
  app.post('/unblock', { onRequest, schema: unblockSchema }, (request) =>
    friends.unblock(callerId(request), request.body.id),
  );

  app.delete('/:id', { onRequest, schema: removeSchema }, (request) =>
    friends.remove(callerId(request), request.params.id),
  );

  app.get('/', { onRequest, schema: listSchema }, async (request) =>
    toWire(await friends.list(callerId(request))),
  );

  for (const list of schemas.lists) {
    const [operationId, summary] = furtherPages[list];
    const schema = pageSchema(operationId, summary);
    app.get(`/${list}`, { onRequest, schema }, async (request) => {
      const page = await friends.listMore(callerId(request), list, request.query);
      return { ...page, people: page.people.map(dated<ListedPerson>) };
    });
  }
}

const dated = <T extends { since: Date }>(each: T) => ({ ...each, since: each.since.toJSON() });

/** The lists as the document has them, with the cursors of their next pages beside them. */
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
