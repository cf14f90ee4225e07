import { operationsOf, type Server, streamBodies } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, preferredLanguage } from '../languages/languages.js';
import { confirmPage, donePage, invalidPage } from './page-mapping.js';
import { isLinkSecret } from './verification-link.js';
import { InvalidVerificationRequest } from './verification.errors.js';
import type { Verification } from './verification.js';
import * as schemas from './verification.schemas.js';

const operation = operationsOf('verification');
const requesting = operation('requestVerification', 'Ask for a mail that proves an e-mail', {
  description:
    'The reply is the same, and as soon, whoever has the address. A mail is sent to a user without proof, at most one a minute and five a day.',
  body: schemas.VerificationRequestSchema,
  response: { 202: schemas.requestedResponse },
  errors: [InvalidVerificationRequest],
});
const opening = operation('openVerification', 'The page that the link of a mail leads to', {
  description: 'It proves nothing, and says nothing of the link.',
  params: schemas.LinkParamsSchema,
  response: { 200: schemas.confirmResponse, 404: schemas.invalidResponse },
});
const confirming = operation('confirmVerification', 'Prove an e-mail by the link of a mail', {
  params: schemas.LinkParamsSchema,
  response: { 200: schemas.doneResponse, 404: schemas.invalidResponse },
});

interface VerificationParts {
  readonly verification: Verification;
  /** What people know the service by. */
  readonly host: string;
}

export async function verificationRequestRoutes(app: Server, { verification }: VerificationParts) {
  app.post('/users/verification', requesting, async ({ body, headers }, reply) => {
    await verification.request(body.Email, preferredLanguage(headers['accept-language']));
    return reply.code(202).header('cache-control', 'no-store').send();
  });
}

/** For people with a browser, who have no key: never behind a hook that demands one. */
export async function verificationPageRoutes(
  app: Server,
  { verification, host }: VerificationParts,
) {
  // A form without fields: whatever its type is and it holds, it is not read.
  streamBodies(app);
  const path = '/users/verification/:link';

  // No look at the database: programs that follow links learn nothing, and spend nothing.
  app.get(path, opening, async (request, reply) =>
    isLinkSecret(request.params.link)
      ? sendPage(request, reply, 200, (language) => confirmPage(language, host))
      : sendPage(request, reply, 404, invalidPage),
  );

  app.post(path, confirming, async (request, reply) =>
    (await verification.prove(request.params.link))
      ? sendPage(request, reply, 200, donePage)
      : sendPage(request, reply, 404, invalidPage),
  );
}

const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  // The address of the page is the secret.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  vary: 'Accept-Language',
};

function sendPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'code'>,
  status: number,
  page: (language: Language) => string,
) {
  return reply
    .code(status)
    .headers(pageHeaders)
    .type('text/html; charset=utf-8')
    .send(page(preferredLanguage(headers['accept-language'])));
}
