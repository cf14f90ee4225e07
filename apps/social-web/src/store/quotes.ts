// What a reply quotes, as it is by now (ADR 0077). The server shows it with each reply, and says nothing more of the reply when
// the quoted message changes: so the newer of the two counts, what came with the reply and what is known of the message itself.
//   quoted → edited: by the version with the higher stamp · gone: deleted for both, hidden or over; that is never taken back
import type { Message, Quote, ReplyTarget } from '../api/chats.js';
import { cutText } from './cut-text.js';
import type { ChatMessages, Held } from './messages.js';

/** Of a quoted text the server shows so many characters at most. */
const mostQuoted = 200;

export const quotedText = (text: string): string => cutText(text, mostQuoted);

export function quoteOf({ id, seq, senderId, text, deletedAt, attachments }: Message): Quote {
  const kinds = attachments?.map(({ kind }) => kind);
  return {
    ...{ id, seq, senderId, text: quotedText(text), deletedAt },
    ...(kinds && { attachments: kinds }),
  };
}

/** Nothing is to be seen of it any more. */
export const isQuoteGone = ({ text, attachments }: ShownQuote) =>
  text === '' && attachments === undefined;

type ShownQuote = Pick<TargetQuote, 'text' | 'attachments'>;

/**
 * The reply with what it quotes as it is by now. Its stamp is then that of the quoted message as well: whoever has heard of
 * that has also heard of everything that happened to the reply before.
 */
export function withCurrentQuote(chat: ChatMessages, reply: Held): Held {
  const { message, stamp } = reply;
  const { replyTo } = message;
  if (!replyTo) return reply;
  const known = knownOf(chat, replyTo);
  if (!known || !isNewer(chat, known, replyTo, stamp)) return reply;
  const { quote } = known;
  const isSame = quote.text === replyTo.text && quote.deletedAt === replyTo.deletedAt;
  if (isSame && quote.attachments?.join() === replyTo.attachments?.join()) return reply;
  return {
    message: { ...message, replyTo: quote },
    stamp: stamp < chat.since ? stamp : Math.max(stamp, known.stamp),
  };
}

interface KnownQuote {
  readonly quote: Quote;
  readonly stamp: number;
}

function knownOf({ held, gone }: ChatMessages, replyTo: Quote): KnownQuote | null {
  const goneAt = gone.get(replyTo.seq);
  if (goneAt !== undefined) return { quote: withoutFiles({ ...replyTo, text: '' }), stamp: goneAt };
  const one = held.get(replyTo.seq);
  return one ? { quote: quoteOf(one.message), stamp: one.stamp } : null;
}

function isNewer({ since }: ChatMessages, known: KnownQuote, replyTo: Quote, stamp: number) {
  const [isKnownStale, isReplyStale] = [known.stamp < since, stamp < since];
  if (isKnownStale !== isReplyStale) return isReplyStale;
  if (isQuoteGone(replyTo) || isQuoteGone(known.quote)) return isQuoteGone(known.quote);
  return known.stamp >= stamp;
}

/** What a message would quote that is not sent yet. */
export interface TargetQuote extends Omit<Quote, 'text'> {
  /** Null: it is not known on this device. */
  readonly text: string | null;
}

export function withoutFiles<Shown extends Pick<Quote, 'attachments'>>({
  attachments: _attachments,
  ...rest
}: Shown) {
  return rest;
}

export function quoteOfTarget(chat: ChatMessages, target: ReplyTarget): TargetQuote {
  const known = knownOf(chat, { ...target, text: '', deletedAt: null });
  return known?.quote ?? { ...target, text: null, deletedAt: null };
}
