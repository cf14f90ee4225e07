// What a message replies to, above its words: a way to that message, or why there is none.
import { useMemo, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import type { ReplyTarget } from '../api/chats.js';
import { changedQuote } from '../store/queue-model.js';
import { isQuoteGone, quoteOfTarget, type TargetQuote } from '../store/quotes.js';
import { useQueued } from '../store/use-queue.js';
import { useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { messageWords } from '../ui/message-words.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { useConversation } from './conversation-context.js';

/** What a message that is not sent yet quotes, as it will be once the server has what is queued. */
export function useTargetQuote(target: ReplyTarget): TargetQuote {
  const store = useStore();
  const { chatId } = useConversation();
  const chat = useSyncExternalStore(store.subscribe, () => store.messagesOf(chatId));
  const queued = useQueued(chatId);
  return useMemo(() => {
    const changes = queued.filter(({ change, refusal }) => {
      return refusal === null && 'seq' in change && change.seq === target.seq;
    });
    const quote = quoteOfTarget(chat, target);
    return changes.reduce((one, { change, at }) => changedQuote(one, change, at), quote);
  }, [chat, queued, target]);
}

interface QuoteProps {
  readonly quote: TargetQuote;
  readonly id?: string;
}

/** In a row of the conversation. A press leads to the message, also where it is not loaded. */
export function Quote({ quote, id }: QuoteProps) {
  const texts = useTexts().conversation;
  const tabIndex = useTabIndex();
  const { chatId, showMessage } = useConversation();
  const { name, text } = useQuoteTexts(quote);
  const label = texts.inReplyTo(name, text);
  const isThere = !isQuoteGone(quote) || quote.deletedAt !== null;
  if (!isThere)
    return (
      <p className="quote" id={id} aria-label={label} role="note">
        <QuoteText quote={quote} />
      </p>
    );
  return (
    <Link
      className="quote"
      id={id}
      href={`/chats/${chatId}?at=${quote.seq}`}
      tabIndex={tabIndex}
      aria-label={label}
      onClick={() => showMessage(quote.seq)}
    >
      <QuoteText quote={quote} />
    </Link>
  );
}

export function TargetQuoteOf({ target, id }: { readonly target: ReplyTarget; id?: string }) {
  return <Quote quote={useTargetQuote(target)} id={id} />;
}

export function QuoteText({ quote }: { readonly quote: TargetQuote }) {
  const { name, text } = useQuoteTexts(quote);
  return (
    <>
      {name !== '' && <bdi className="quote-name">{name}</bdi>}
      <span
        className={
          quote.text === null || isQuoteGone(quote) ? 'quote-text quote-gone' : 'quote-text'
        }
        dir="auto"
      >
        {text}
      </span>
    </>
  );
}

/** Nobody wrote what is over, as far as is known. */
function useQuoteTexts(quote: TargetQuote) {
  const texts = useTexts();
  const { me } = useStore();
  const { name } = useConversation();
  const { senderId, text, attachments, deletedAt } = quote;
  const gone = deletedAt === null ? texts.conversation.quoteGone : texts.conversation.deleted;
  return {
    name: senderId === null ? '' : senderId === me ? texts.settings.profile : name,
    text: isQuoteGone(quote) ? gone : messageWords({ text: text ?? '…', attachments }, texts),
  };
}
