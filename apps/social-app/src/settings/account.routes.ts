import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Account, AccountPage } from './account.js';
import * as schemas from './account.schemas.js';

export interface AccountRoutesOptions {
  readonly guard: SessionGuard;
  readonly account: Account;
}

export const accountProblemCodes = [
  'account_not_found',
  'last_account',
  'session_not_found',
  'invalid_name',
];
const signedOut = { 401: 'Not signed in.' };
const tags = ['account'];

const showSchema = {
  tags,
  response: { 200: schemas.AccountSchema, ...problemResponses(signedOut) },
};
const renameSchema = {
  tags,
  body: schemas.RenameBodySchema,
  response: {
    200: schemas.UserSchema,
    ...problemResponses({
      ...signedOut,
      422: 'The body does not have the documented shape, or the name is blank.',
    }),
  },
};
const unlinkSchema = {
  tags,
  params: schemas.IdParamsSchema,
  response: {
    200: schemas.UnlinkedSchema,
    ...problemResponses({
      ...signedOut,
      404: 'The caller has no such account.',
      409: 'It is the only way to sign in.',
    }),
  },
};
const endOneSchema = {
  tags,
  params: schemas.IdParamsSchema,
  response: {
    200: schemas.EndedSchema,
    ...problemResponses({ ...signedOut, 404: 'The caller has no such session.' }),
  },
};
const endOthersSchema = {
  tags,
  description: 'Ends every session of the caller but the one of this request.',
  response: { 200: schemas.EndedSchema, ...problemResponses(signedOut) },
};

export const accountRoutes: FastifyPluginAsyncTypebox<AccountRoutesOptions> = async (
  app,
  { guard, account },
) => {
  const onRequest = guard.authenticate;

  app.get('/', { onRequest, schema: showSchema }, async (request) =>
    toWire(await account.show(guard.callerOf(request))),
  );

  app.patch('/', { onRequest, schema: renameSchema }, (request) =>
    account.rename(guard.callerOf(request), request.body.name),
  );

  app.delete('/accounts/:id', { onRequest, schema: unlinkSchema }, async (request) => {
    await account.unlink(guard.callerOf(request), request.params.id);
    return { changed: true };
  });

  app.delete('/sessions/:id', { onRequest, schema: endOneSchema }, async (request) => {
    await account.endSession(guard.callerOf(request), request.params.id);
    return { ended: 1 };
  });

  app.delete('/sessions', { onRequest, schema: endOthersSchema }, async (request) => ({
    ended: await account.endOtherSessions(guard.callerOf(request)),
  }));
};

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
