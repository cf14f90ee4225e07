import { useSyncExternalStore } from 'react';
import { discardDraft, readDraft } from '../api/kept-drafts.js';
import { unsentName } from '../attachments/unsent-file.js';
import { useChosenFiles } from '../attachments/use-chosen-files.js';
import { useChangedEdits } from '../store/changed-edits.js';
import { useDrafts } from '../store/use-drafts.js';
import { useTexts } from '../texts/texts.js';
import { useConversation } from './conversation-context.js';

/** Why nothing can be written, with the words and files that somebody had chosen here: they can be read, copied and discarded. */
export function ClosedComposer({ reason }: { readonly reason: string }) {
  const texts = useTexts();
  const { conversation } = texts;
  const { chatId } = useConversation();
  const edits = useChangedEdits();
  const drafts = useDrafts();
  const { chosen, remove } = useChosenFiles(chatId);
  const words = useSyncExternalStore(edits.subscribe, () =>
    [readDraft(chatId), ...edits.textsOf(chatId)].filter((text) => text !== '').join('\n'),
  );

  function discard(): void {
    discardDraft(chatId);
    edits.endAll(chatId);
    remove(chosen.map(({ id }) => id));
    drafts.run((all) => all.changed(chatId));
  }

  return (
    <div className="conversation-closed">
      <p>{reason}</p>
      {(words !== '' || chosen.length > 0) && (
        <>
          <blockquote className="quote quote-refused">
            <p className="quote-name">{conversation.notSent}</p>
            {words !== '' && <p dir="auto">{words}</p>}
            {chosen.map(({ id, file }) => (
              <p key={id} dir="auto">
                {unsentName(file, texts)}
              </p>
            ))}
          </blockquote>
          <button className="button-text" onClick={discard}>
            {conversation.discard}
          </button>
        </>
      )}
    </div>
  );
}
