import { createHash } from 'node:crypto';
import { toEmailKey } from './email.js';
import { parseChatId, toChatId } from './user-pair.js';

/**
 * One key for every spelling of the person or chat that a body names. It is hashed: an e-mail address has no place
 * among counts.
 */
export function partnerKey(body: unknown): string {
  const { email, chatId } = body as { email?: string; chatId?: string };
  const pair = parseChatId(chatId ?? '');
  const partner = pair ? toChatId(pair) : toEmailKey(email ?? '');
  return createHash('sha256').update(partner).digest('base64url');
}
