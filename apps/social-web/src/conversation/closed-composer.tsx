import { useSyncExternalStore } from 'react';
import { discardDraft, readDraft } from '../api/kept-drafts.js';
import { useChangedEdits } from '../store/changed-edits.js';
import { useDrafts } from '../store/use-drafts.js';
import { useTexts } from '../texts/texts.js';
import { useConversation } from './conversation-context.js';

/** Why nothing can be written, with the words that somebody had begun here: they can be read, copied and discarded. */
export function ClosedComposer({ reason }: { readonly reason: string }) {
  const { conversation } = useTexts();
  const { chatId } = useConversation();
  const edits = useChangedEdits();
  const drafts = useDrafts();
  const words = useSyncExternalStore(edits.subscribe, () =>
    [readDraft(chatId), ...edits.textsOf(chatId)].filter((text) => text !== '').join('\n'),
  );

  function discard(): void {
    discardDraft(chatId);
    edits.endAll(chatId);
    drafts.run((all) => all.changed(chatId));
  }

  return (
    <div className="conversation-closed">
      <p>{reason}</p>
      {words !== '' && (
        <>
          <blockquote className="quote quote-refused">
            <p className="quote-name">{conversation.notSent}</p>
            <p dir="auto">{words}</p>
          </blockquote>
          <button className="button-text" onClick={discard}>
            {conversation.discard}
          </button>
        </>
      )}
    </div>
  );
}
