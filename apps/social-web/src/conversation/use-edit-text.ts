import { useEffect, useRef, useState } from 'react';
import type { EditedMessage } from '../api/kept-edits.js';
import { useChangedEdits } from '../store/changed-edits.js';
import { withChanges } from '../store/queue-model.js';
import { useQueued } from '../store/use-queue.js';
import { useKeptMessage, useStore } from '../store/use-store.js';
import { useConversation } from './conversation-context.js';
import { useKeptCaret } from './use-kept-caret.js';
import { useWriting } from './use-writing.js';

/** The text of an edit. What another tab makes of it is shown once nobody writes here, also that it is saved or given up there. */
export function useEditText(message: EditedMessage) {
  const { edit, field } = useConversation();
  const edits = useChangedEdits();
  const [text, setText] = useState(() => edits.textOf(message) ?? message.text);
  const writing = useWriting();
  const keepCaret = useKeptCaret(field, text);
  /** As this tab knows that it is kept; undefined: nothing is changed. */
  const known = useRef(edits.textOf(message));

  useEffect(() => {
    const { look, stop } = writing.onceOver(() => {
      const kept = edits.textOf(message);
      if (kept === known.current) return;
      known.current = kept;
      if (kept === undefined) return edit(null);
      keepCaret(kept);
      setText(kept);
    });
    const unsubscribe = edits.subscribe(look);
    // A tab that was asleep is not told.
    addEventListener('focus', look);
    return () => {
      unsubscribe();
      removeEventListener('focus', look);
      stop();
    };
  }, [message, edit, edits, writing, keepCaret]);

  function change(next: string): void {
    writing.note();
    setText(next);
    edits.change(message, next);
    known.current = edits.textOf(message);
  }

  function end(): void {
    edits.end(message);
    edit(null);
  }

  return { text, change, end };
}

/** Of a message by now, with what waits to be saved of it: another device may have changed it since its edit was begun. */
export function useCurrentText({ chatId, seq, text }: EditedMessage): string {
  const { me } = useStore();
  const kept = useKeptMessage({ chatId, seq });
  const queued = useQueued(chatId);
  const [current] = kept ? withChanges([kept], queued, me) : [];
  return current?.deletedAt === null ? current.text : text;
}
