import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useChangedEdits } from '../store/changed-edits.js';
import { cachedPartner } from '../store/partner.js';
import { useDrafts } from '../store/use-drafts.js';
import { useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { personName } from '../ui/person.js';
import { useToast } from '../ui/toasts.js';

/** What somebody has changed of a message that is gone meanwhile stays theirs: it becomes a draft, which is said whatever is open. */
export function EndedEdits() {
  const texts = useTexts();
  const store = useStore();
  const client = useQueryClient();
  const edits = useChangedEdits();
  const drafts = useDrafts();
  const toast = useToast();
  useEffect(() => {
    const look = () => {
      // Of several tabs the one that is seen says it.
      if (document.hidden) return;
      for (const { chatId } of edits.moveEnded()) {
        drafts.run((all) => all.changed(chatId));
        const name = personName(cachedPartner(client, store, chatId), texts);
        toast({ text: texts.conversation.editEnded(name) });
      }
    };
    const watching = new AbortController();
    document.addEventListener('visibilitychange', look, { signal: watching.signal });
    const stop = edits.subscribe(look);
    look();
    return () => {
      watching.abort();
      stop();
    };
  }, [texts, store, client, edits, drafts, toast]);
  return null;
}
