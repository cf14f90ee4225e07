import { operationsOf, type Server } from '@triptych/service-host';
import type { Account } from './account.js';
import { AccountNotFound, InvalidName, LastAccount, SessionNotFound } from './account.errors.js';
import * as schemas from './account.schemas.js';

const operation = operationsOf('account');
const operations = {
  show: operation(
    'readAccount',
    'The own account: who one is, how one signs in, and where one is signed in',
    { response: { 200: schemas.AccountSchema } },
  ),
  rename: operation('renameAccount', 'Choose the name that others see', {
    body: schemas.RenameBodySchema,
    response: { 200: schemas.UserSchema },
    errors: [InvalidName],
  }),
  unlink: operation('unlinkAccount', 'Remove a way to sign in', {
    params: schemas.IdParamsSchema,
    response: { 200: schemas.UnlinkedSchema },
    errors: [AccountNotFound, LastAccount],
  }),
  endSession: operation('endSession', 'Sign one device out', {
    params: schemas.IdParamsSchema,
    response: { 200: schemas.EndedSchema },
    errors: [SessionNotFound],
  }),
  endOtherSessions: operation('endOtherSessions', 'Sign every other device out', {
    description: 'Ends every session of the caller but the one of this request.',
    response: { 200: schemas.EndedSchema },
  }),
};

export async function accountRoutes(app: Server, { account }: { account: Account }) {
  app.get('/', operations.show, ({ caller }) => account.show(caller));

  app.patch('/', operations.rename, ({ caller, body }) => account.rename(caller, body.name));

  app.delete('/accounts/:id', operations.unlink, async ({ caller, params }) => {
    await account.unlink(caller, params.id);
    return { changed: true };
  });

  app.delete('/sessions/:id', operations.endSession, async ({ caller, params }) => {
    await account.endSession(caller, params.id);
    return { ended: 1 };
  });

  app.delete('/sessions', operations.endOtherSessions, async ({ caller }) => ({
    ended: await account.endOtherSessions(caller),
  }));
}
