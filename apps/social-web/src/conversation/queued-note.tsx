// What is said at a message of a change to it that the server does not have.
import type { Message } from '../api/chats.js';
import { canBeTaken, type QueuedChange } from '../store/queue-model.js';
import { useQueue, useQueuedChange } from '../store/use-queue.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { refusalText } from '../ui/page.js';
import { useTabIndex } from '../ui/roving-tabindex.js';

/** That it is on its way, or why it was refused, with a choice. */
export function QueuedNote({ queued: { id, refusal } }: { readonly queued: QueuedChange }) {
  const texts = useTexts();
  const queue = useQueue();
  const tabIndex = useTabIndex();
  if (refusal === null) return <span>{texts.conversation.saving}</span>;
  return (
    <span className="fault" role="alert">
      <Icon name="fault" /> {refusalText(texts, refusal)}{' '}
      {canBeTaken(refusal) && (
        <button className="button-text" tabIndex={tabIndex} onClick={() => queue.retry(id)}>
          {texts.retry}
        </button>
      )}
      <button className="button-text" tabIndex={tabIndex} onClick={() => queue.discard(id)}>
        {texts.conversation.discard}
      </button>
    </span>
  );
}

/** What the message was changed to where that was refused: the message shows what it says still. */
export function RefusedWords({ message }: { readonly message: Message }) {
  const { conversation } = useTexts();
  const queued = useQueuedChange(message);
  if (queued?.change.kind !== 'edit' || queued.refusal === null) return null;
  return (
    <blockquote className="quote quote-refused">
      <p className="quote-name">{conversation.notSaved}</p>
      <p dir="auto">{queued.change.text}</p>
    </blockquote>
  );
}
