import type { Quote, StoredMessage, StoredQuote } from './message-store.port.js';

/** A message as one of the two sees it. */
export interface VisibleMessage extends Omit<StoredMessage, 'clientId' | 'replyTo' | 'expiresAt'> {
  readonly clientId?: string;
  readonly expiresAt?: Date;
  readonly replyTo?: Quote;
}

/** Only the sender sees the `clientId`; of a quoted message that one has deleted for oneself, its text is left out. */
export function toVisible(
  { clientId, replyTo, expiresAt, ...message }: StoredMessage,
  me: string,
): VisibleMessage {
  const own = clientId !== null && message.senderId === me ? { clientId } : {};
  const ending = expiresAt && { expiresAt };
  return { ...message, ...own, ...ending, ...(replyTo && { replyTo: toQuote(replyTo, me) }) };
}

function toQuote({ hiddenFor, ...quote }: StoredQuote, me: string): Quote {
  return hiddenFor.includes(me) ? { ...quote, text: '' } : quote;
}
