// Signatures of Standard Webhooks (standardwebhooks.com): symmetric, `v1`.
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret, of 256 bits, as receivers configure it. */
export function createWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** What is sent. */
export interface Message {
  /** The same on each try: receivers know by it what they have. */
  readonly id: string;
  readonly body: string;
}

/**
 * The headers by which a receiver knows that a message is ours, and of now.
 *
 * @param secrets each signs, so that a receiver may have any of them
 * @param at milliseconds since 1970
 */
export function signatureHeaders({ id, body }: Message, secrets: readonly string[], at: number) {
  const timestamp = String(Math.floor(at / 1000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
