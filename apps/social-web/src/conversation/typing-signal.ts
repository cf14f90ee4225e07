import { useEffect, useRef } from 'react';
import { dataOf, socialApi } from '../api/social-api.js';

/** The server forgets after six seconds that somebody types. */
const repeatMs = 4_000;
/** It does not pass on every signal either; one that it dropped is worth another try with a later key. */
const droppedMs = 1_000;

/** Tells the other one that one is writing, now and then, and when it ends. Nothing depends on it. */
export function useTypingSignal(chatId: string): (isTyping: boolean) => void {
  const isKnown = useRef(false);
  const nextAt = useRef(0);

  async function tell(typing: boolean): Promise<void> {
    isKnown.current = typing;
    nextAt.current = typing ? Date.now() + repeatMs : 0;
    const answer = dataOf(socialApi.POST('/api/message/typing', { body: { chatId, typing } }));
    const { told } = await answer.catch(() => ({ told: false }));
    if (typing && !told) nextAt.current = Date.now() + droppedMs;
  }

  useEffect(
    () => () => {
      if (isKnown.current) void tell(false);
    },
    // A conversation is mounted anew for every chat.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [chatId],
  );

  return (isTyping) => {
    if (isTyping && Date.now() > nextAt.current) void tell(true);
    if (!isTyping && isKnown.current) void tell(false);
  };
}
