import { useEffect, useRef } from 'react';
import { socialApi } from '../api/social-api.js';

/** The server forgets that somebody types after six seconds. */
const repeatMs = 4_000;

/** Tells the other one that one is writing, now and then, and when it ends. Nothing depends on it. */
export function useTypingSignal(chatId: string): (isTyping: boolean) => void {
  const toldAt = useRef(0);

  function tell(typing: boolean): void {
    toldAt.current = typing ? Date.now() : 0;
    socialApi.POST('/api/message/typing', { body: { chatId, typing } }).catch(() => {});
  }

  useEffect(
    () => () => {
      if (toldAt.current > 0) tell(false);
    },
    // A conversation is mounted anew for every chat.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [chatId],
  );

  return (isTyping) => {
    const isKnown = toldAt.current > 0;
    if (isTyping && Date.now() - toldAt.current > repeatMs) tell(true);
    if (!isTyping && isKnown) tell(false);
  };
}
