import { useEffect, useRef, useState } from 'react';
import {
  readDraft,
  readDraftReply,
  readWholeDraft,
  storeDraft,
  watchDraft,
} from '../api/kept-drafts.js';
import { newId } from '../api/new-id.js';
import { useDrafts } from '../store/use-drafts.js';
import { useConversation } from './conversation-context.js';
import { useKeptCaret } from './use-kept-caret.js';
import { useWriting } from './use-writing.js';

/**
 * What is written in the composer and not sent. What comes from other tabs and devices waits while somebody writes here, and is
 * nothing any more once they go on; what was only added below stays.
 */
export function useDraft() {
  const { chatId, field, showReply } = useConversation();
  const drafts = useDrafts();
  const [text, setText] = useState(() => readDraft(chatId));
  /** The name of the message that the text becomes. */
  const name = useRef(readWholeDraft(chatId).clientId);
  const writing = useWriting();
  const keepCaret = useKeptCaret(field, text);

  useEffect(() => {
    const { look, stop } = writing.onceOver(() => {
      const next = readDraft(chatId);
      name.current = readWholeDraft(chatId).clientId;
      keepCaret(next);
      setText(next);
      showReply(readDraftReply(chatId));
    });
    const unwatch = watchDraft(chatId, look);
    // It may have changed while a message was edited in the place of this, or have been shared to here.
    look();
    drafts.run((all) => all.changed(chatId));
    return () => {
      unwatch();
      stop();
      drafts.run((all) => all.save(chatId));
    };
  }, [chatId, drafts, keepCaret, showReply, writing]);

  function change(next: string): void {
    const added = addedBelow(text, readDraft(chatId));
    writing.note();
    setText(next);
    storeDraft(chatId, next === '' ? added.slice(1) : next + added);
    name.current = readWholeDraft(chatId).clientId;
    drafts.run((all) => all.changed(chatId));
  }

  /** It becomes a message, whose name is returned. What has come from elsewhere meanwhile is shown then. */
  function take(): string {
    const kept = readWholeDraft(chatId);
    const isKept = kept.text === text || addedBelow(text, kept.text) !== '';
    const clientId = isKept ? kept.clientId : name.current;
    if (isKept) change('');
    else setText(kept.text);
    writing.end();
    return (text.trim() !== '' && clientId) || newId();
  }

  return { text, change, take };
}

/** With the line break before it. */
const addedBelow = (text: string, kept: string) =>
  kept.startsWith(`${text}\n`) ? kept.slice(text.length) : '';
