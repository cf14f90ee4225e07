import { operationsOf, type Server } from '@triptych/service-host';
import { PageQuerySchema } from '../paging/page.schemas.js';
import * as errors from './friends.errors.js';
import type { Friends } from './friends.js';
import * as schemas from './friends.schemas.js';

const operation = operationsOf('friends');
const response = { 200: schemas.ChangeSchema };

const add = operation('addFriend', 'Ask somebody to become a friend', {
  body: schemas.AddBodySchema,
  response,
  errors: [
    errors.InvalidEmail,
    errors.CannotBefriendSelf,
    errors.PersonNotFound,
    errors.AlreadyRelated,
    errors.TooManyPending,
  ],
});
/** What is done to the relation with the person whose id the body holds. */
const changes = [
  ['accept', 'acceptFriendRequest', 'Accept a request', [errors.NoPendingRequest]],
  ['deny', 'denyFriendRequest', 'Deny a request', []],
  ['cancel', 'cancelFriendRequest', 'Take an own request back', []],
  ['block', 'blockPerson', 'Block somebody', []],
  ['unblock', 'unblockPerson', 'Take an own block back', []],
] as const;
const remove = operation('removeFriend', 'End a friendship', {
  params: schemas.PersonParamsSchema,
  response,
});
const list = operation('listFriends', 'Friends, requests and blocked people', {
  response: { 200: schemas.FriendListSchema },
});
/** A route for each list: as a parameter, the segment would be a person's id to one method and a list to the other. */
const furtherPages = [
  ['friends', 'listMoreFriends', 'A further page of the friends'],
  ['incoming', 'listIncomingRequests', 'A further page of the requests to the caller'],
  ['outgoing', 'listOutgoingRequests', 'A further page of the requests of the caller'],
  ['blocked', 'listBlockedPeople', 'A further page of the people whom the caller blocks'],
] as const;

export async function friendsRoutes(app: Server, { friends }: { friends: Friends }) {
  app.post('/add', add, ({ caller, body }) => friends.add(caller.userId, body.email));

  for (const [change, operationId, summary, throws] of changes) {
    const shapes = { body: schemas.PersonBodySchema, response, errors: throws };
    app.post(`/${change}`, operation(operationId, summary, shapes), ({ caller, body }) =>
      friends[change](caller.userId, body.id),
    );
  }

  app.delete('/:id', remove, ({ caller, params }) => friends.remove(caller.userId, params.id));

  app.get('/', list, ({ caller }) => friends.list(caller.userId));

  const page = { querystring: PageQuerySchema, response: { 200: schemas.PeoplePageSchema } };
  for (const [state, operationId, summary] of furtherPages) {
    app.get(`/${state}`, operation(operationId, summary, page), ({ caller, query }) =>
      friends.listMore(caller.userId, state, query),
    );
  }
}
