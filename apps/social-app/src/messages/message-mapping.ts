import type { Attachment, AttachmentKind } from '../attachments/attachment.js';
import type { Quote, StoredMessage, StoredQuote } from './message-store.port.js';

type Optional = 'clientId' | 'replyTo' | 'expiresAt' | 'forwarded' | 'attachments';

/** A message as one of the two sees it. */
export interface VisibleMessage extends Omit<StoredMessage, Optional> {
  readonly clientId?: string;
  readonly expiresAt?: Date;
  readonly forwarded?: true;
  readonly attachments?: Attachment[];
  readonly replyTo?: VisibleQuote;
}

/** What a reply shows of the message that it replies to, to one of the two. */
export interface VisibleQuote extends Omit<Quote, 'attachments'> {
  readonly attachments?: AttachmentKind[];
}

/** Only the sender sees the `clientId`; of a quoted message that one has deleted for oneself, its text is left out. */
export function toVisible(
  { clientId, replyTo, expiresAt, forwarded, attachments, ...message }: StoredMessage,
  me: string,
): VisibleMessage {
  const own = clientId !== null && message.senderId === me ? { clientId } : {};
  return {
    ...message,
    ...own,
    ...(expiresAt && { expiresAt }),
    ...(forwarded && { forwarded }),
    ...(attachments && { attachments: [...attachments] }),
    ...(replyTo && { replyTo: toQuote(replyTo, me) }),
  };
}

function toQuote({ hiddenFor, attachments, ...quote }: StoredQuote, me: string): VisibleQuote {
  if (hiddenFor.includes(me)) return { ...quote, text: '' };
  return { ...quote, ...(attachments && { attachments: [...attachments] }) };
}
