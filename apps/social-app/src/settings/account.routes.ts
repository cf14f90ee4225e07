import type { Server } from '@triptych/service-host';
import type { ProblemClass } from '@triptych/schemas';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Account, AccountPage } from './account.js';
import { AccountNotFound, InvalidName, LastAccount, SessionNotFound } from './account.errors.js';
import * as schemas from './account.schemas.js';

const tags = ['account'];

const showSchema = {
  operationId: 'readAccount',
  summary: 'The own account: who one is, how one signs in, and where one is signed in',
  tags,
  response: { 200: schemas.AccountSchema },
};
const renameSchema = {
  operationId: 'renameAccount',
  summary: 'Choose the name that others see',
  tags,
  body: schemas.RenameBodySchema,
  response: { 200: schemas.UserSchema },
};
const unlinkSchema = {
  operationId: 'unlinkAccount',
  summary: 'Remove a way to sign in',
  tags,
  params: schemas.IdParamsSchema,
  response: { 200: schemas.UnlinkedSchema },
};
const endOneSchema = {
  operationId: 'endSession',
  summary: 'Sign one device out',
  tags,
  params: schemas.IdParamsSchema,
  response: { 200: schemas.EndedSchema },
};
const endOthersSchema = {
  operationId: 'endOtherSessions',
  summary: 'Sign every other device out',
  description: 'Ends every session of the caller but the one of this request.',
  tags,
  response: { 200: schemas.EndedSchema },
};

export async function accountRoutes(
  app: Server,
  { guard, account }: { guard: SessionGuard; account: Account },
) {
  const onRequest = guard.authenticate;
  const throws = (...errors: ProblemClass[]) => ({ onRequest, config: { errors } });

  app.get('/', { onRequest, schema: showSchema }, async (request) =>
    toWire(await account.show(guard.callerOf(request))),
  );

  app.patch('/', { ...throws(InvalidName), schema: renameSchema }, (request) =>
    account.rename(guard.callerOf(request), request.body.name),
  );

  app.delete(
    '/accounts/:id',
    { ...throws(AccountNotFound, LastAccount), schema: unlinkSchema },
    async (request) => {
      await account.unlink(guard.callerOf(request), request.params.id);
      return { changed: true };
    },
  );

  app.delete(
    '/sessions/:id',
    { ...throws(SessionNotFound), schema: endOneSchema },
    async (request) => {
      await account.endSession(guard.callerOf(request), request.params.id);
      return { ended: 1 };
    },
  );

  app.delete('/sessions', { onRequest, schema: endOthersSchema }, async (request) => ({
    ended: await account.endOtherSessions(guard.callerOf(request)),
  }));
}

/** Dates as the schema has them. */
function toWire({ user, accounts, sessions }: AccountPage) {
  return {
    user,
    accounts: accounts.map((each) => ({ ...each, linkedAt: each.linkedAt.toJSON() })),
    sessions: sessions.map(({ createdAt, lastUsedAt, expiresAt, ...each }) => ({
      ...each,
      createdAt: createdAt.toJSON(),
      lastUsedAt: lastUsedAt.toJSON(),
      expiresAt: expiresAt.toJSON(),
    })),
  };
}
