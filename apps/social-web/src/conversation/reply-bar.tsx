import type { ReplyTarget } from '../api/chats.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { QuoteText, useTargetQuote } from './quote.js';

interface ReplyBarProps {
  readonly target: ReplyTarget;
  /** Of the description of the field below. */
  readonly id: string;
  readonly onStop: () => void;
}

/** Above the composer: what is replied to. */
export function ReplyBar({ target, id, onStop }: ReplyBarProps) {
  const { conversation } = useTexts();
  return (
    <div className="composer-reply">
      <p className="quote" id={id}>
        <span className="unseen">{conversation.reply}: </span>
        <QuoteText quote={useTargetQuote(target)} />
      </p>
      <button className="button-round" aria-label={conversation.stopReply} onClick={onStop}>
        <Icon name="close" />
      </button>
    </div>
  );
}
