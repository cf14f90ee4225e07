import { useEffect, useState } from 'react';
import { socialApi } from '../api/social-api.js';
import type { Chat, Message } from '../chats/chats.js';

/** Whether somebody can be looking at this page. */
function useAttention(): boolean {
  const [isThere, setThere] = useState(() => document.hasFocus());
  useEffect(() => {
    const look = () => setThere(document.hasFocus() && !document.hidden);
    const events = ['focus', 'blur', 'visibilitychange'];
    for (const name of events) addEventListener(name, look, { capture: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      for (const name of events) removeEventListener(name, look, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isThere;
}

/** Tells the server how far one has read: the end is on the screen and somebody looks. */
export function useReadMark(
  chatId: string,
  messages: readonly Message[],
  chat: Chat | undefined,
  isEndShown: boolean,
): void {
  const isThere = useAttention();
  const newest = messages.at(-1)?.seq ?? 0;
  const readSeq = chat?.readSeq ?? 0;
  const isDue = isEndShown && isThere && newest > readSeq;
  useEffect(() => {
    if (!isDue) return;
    // Lost marks are told again with the next message, or when the page is looked at anew.
    socialApi.POST('/api/message/read', { body: { chatId, seq: newest } }).catch(() => {});
  }, [isDue, chatId, newest]);
}
