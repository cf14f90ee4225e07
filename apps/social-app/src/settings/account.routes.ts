import { operationsOf, type Server } from '@triptych/service-host';
import type { Account } from './account.js';
import * as errors from './account.errors.js';
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
    errors: [errors.InvalidName],
  }),
  chooseHandle: operation('chooseHandle', 'Choose the public handle, by which others find one', {
    description:
      'The first one can be corrected at any time, once; then a change takes 30 days. Nobody else gets a former one for 90 days.',
    body: schemas.HandleBodySchema,
    response: { 200: schemas.HandleSchema },
    errors: [errors.InvalidHandle, errors.HandleTaken, errors.HandleChangedLately],
  }),
  giveHandleUp: operation('giveHandleUp', 'Have no handle any more', {
    response: { 200: schemas.HandleGivenUpSchema },
  }),
  unlink: operation('unlinkAccount', 'Remove a way to sign in', {
    params: schemas.IdParamsSchema,
    response: { 200: schemas.UnlinkedSchema },
    errors: [errors.AccountNotFound, errors.LastAccount],
  }),
  endSession: operation('endSession', 'Sign one device out', {
    params: schemas.IdParamsSchema,
    response: { 200: schemas.EndedSchema },
    errors: [errors.SessionNotFound],
  }),
  endOtherSessions: operation('endOtherSessions', 'Sign every other device out', {
    description: 'Ends every session of the caller but the one of this request.',
    response: { 200: schemas.EndedSchema },
  }),
};

export async function accountRoutes(app: Server, { account }: { account: Account }) {
  app.get('/', operations.show, ({ caller }) => account.show(caller));

  app.patch('/', operations.rename, ({ caller, body }) => account.rename(caller, body.name));

  app.put('/handle', operations.chooseHandle, ({ caller, body }) =>
    account.chooseHandle(caller, body.handle),
  );

  app.delete('/handle', operations.giveHandleUp, async ({ caller }) => ({
    changed: await account.giveHandleUp(caller),
  }));

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
