import { randomUUID } from 'node:crypto';
import type { AccountStore } from '../people/account-store.port.js';
import { toEmailKey } from '../people/email.js';
import type { Sessions } from '../sessions/sessions.js';

export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly sessionId: string;
  readonly token: string;
  /** A ready `cookie` header, as on http. */
  readonly cookie: string;
}

/** A user with a verified address and a live session, without the provider's part of it. */
export async function createSignedInUser(
  parts: { accounts: AccountStore; sessions: Sessions },
  name: string = randomUUID(),
  email = `${name.toLowerCase()}@example.test`,
  subject: string = randomUUID(),
): Promise<SignedInUser> {
  const user = await parts.accounts.admit({
    provider: 'oidc',
    issuer: 'https://issuer.test',
    subject,
    name,
    email,
    image: null,
    emailKey: toEmailKey(email),
  });
  if (user === 'email-taken') throw new Error('a test user with this e-mail exists');
  const { sessionId, token } = await parts.sessions.open(user.id, {});
  return { id: user.id, email, sessionId, token, cookie: `authjs.session-token=${token}` };
}
