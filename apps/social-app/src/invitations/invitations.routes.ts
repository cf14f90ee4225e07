import { operationsOf, type Server } from '@triptych/service-host';
import { AlreadyRelated, CannotBefriendSelf } from '../friends/friends.errors.js';
import { ReportedSchema } from '../reports/reports.schemas.js';
import { InvitationNotFound, TooManyInvitations } from './invitations.errors.js';
import type { Invitations } from './invitations.js';
import * as schemas from './invitations.schemas.js';

const operation = operationsOf('invitations');
const operations = {
  create: operation('createInvitation', 'Make a link by which others become friends', {
    body: schemas.CreateBodySchema,
    response: { 200: schemas.CreatedInvitationSchema },
    errors: [TooManyInvitations],
  }),
  list: operation('listInvitations', 'The links that can be used', {
    response: { 200: schemas.InvitationListSchema },
  }),
  revoke: operation('revokeInvitation', 'Make a link useless', {
    params: schemas.InvitationParamsSchema,
    response: { 200: schemas.RevokedSchema },
  }),
  open: operation('openInvitation', 'Who made a link', {
    description: 'Uses nothing up, and the person learns nothing of it.',
    body: schemas.TokenBodySchema,
    response: { 200: schemas.InviterSchema },
    errors: [InvitationNotFound, CannotBefriendSelf],
  }),
  accept: operation('acceptInvitation', 'Become a friend of who made a link', {
    body: schemas.TokenBodySchema,
    response: { 200: schemas.AcceptedSchema },
    errors: [InvitationNotFound, CannotBefriendSelf, AlreadyRelated],
  }),
  block: operation('blockInviter', 'Block who made a link', {
    description: 'They learn nothing of it. The link is unknown to the caller from then on.',
    body: schemas.TokenBodySchema,
    response: { 200: schemas.BlockedSchema },
    errors: [InvitationNotFound, CannotBefriendSelf],
  }),
  report: operation('reportInviter', 'Report who made a link to the operator', {
    body: schemas.ReportBodySchema,
    response: { 200: ReportedSchema },
    errors: [InvitationNotFound, CannotBefriendSelf],
  }),
};

export async function invitationsRoutes(
  app: Server,
  { invitations }: { invitations: Invitations },
) {
  app.post('/', operations.create, ({ caller, body }) => invitations.create(caller.userId, body));

  app.get('/', operations.list, ({ caller }) => invitations.list(caller.userId));

  app.delete('/:id', operations.revoke, ({ caller, params }) =>
    invitations.revoke(caller.userId, params.id),
  );

  app.post('/open', operations.open, ({ caller, body }) =>
    invitations.open(caller.userId, body.token),
  );

  app.post('/accept', operations.accept, ({ caller, body }) =>
    invitations.accept(caller.userId, body.token),
  );

  app.post('/block', operations.block, ({ caller, body }) =>
    invitations.block(caller.userId, body.token),
  );

  app.post('/report', operations.report, ({ caller, body: { token, ...draft } }) =>
    invitations.report(caller.userId, token, draft),
  );
}
