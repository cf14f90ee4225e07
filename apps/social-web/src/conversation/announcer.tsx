import { useEffect, useRef, useState } from 'react';
import type { Message } from '../chats/chats.js';
import { useMe } from '../session/session.js';
import { useWords } from '../words/words.js';

/** Reads out what the other one writes while the conversation is open; the list itself is too restless for that. */
export function Announcer({
  messages,
  name,
}: {
  readonly messages: readonly Message[];
  readonly name: string;
}) {
  const words = useWords();
  const me = useMe();
  const [told, setTold] = useState('');
  const newest = messages.at(-1);
  const last = useRef(newest?.seq);
  useEffect(() => {
    const isFirst = last.current === undefined;
    if (!newest || newest.seq === last.current) return;
    last.current = newest.seq;
    if (!isFirst && newest.senderId !== me.id) {
      setTold(words.conversation.said(name, newest.text));
    }
  }, [newest, me.id, name, words]);
  return (
    <p className="unseen" aria-live="polite">
      {told}
    </p>
  );
}
