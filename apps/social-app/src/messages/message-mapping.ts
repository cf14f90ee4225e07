import type { Quote, StoredMessage, StoredQuote } from './message-store.port.js';

type Optional = 'clientId' | 'replyTo' | 'expiresAt' | 'forwarded';

/** A message as one of the two sees it. */
export interface VisibleMessage extends Omit<StoredMessage, Optional> {
  readonly clientId?: string;
  readonly expiresAt?: Date;
  readonly forwarded?: true;
  readonly replyTo?: Quote;
}

/** Only the sender sees the `clientId`; of a quoted message that one has deleted for oneself, its text is left out. */
export function toVisible(
  { clientId, replyTo, expiresAt, forwarded, ...message }: StoredMessage,
  me: string,
): VisibleMessage {
  const own = clientId !== null && message.senderId === me ? { clientId } : {};
  return {
    ...message,
    ...own,
    ...(expiresAt && { expiresAt }),
    ...(forwarded && { forwarded }),
    ...(replyTo && { replyTo: toQuote(replyTo, me) }),
  };
}

function toQuote({ hiddenFor, ...quote }: StoredQuote, me: string): Quote {
  return hiddenFor.includes(me) ? { ...quote, text: '' } : quote;
}
