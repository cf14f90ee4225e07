// What a conversation marks for its reader: how far the partner has read, where what is new begins.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Chat, Message } from '../api/chats.js';

/** The newest own message that the partner has read; 0 for none. */
export function lastReadOf(
  messages: readonly Message[],
  chat: Chat | undefined,
  me: string,
): number {
  const partnerSeq = chat?.readByPartnerSeq ?? 0;
  return messages.findLast(({ senderId, seq }) => senderId === me && seq <= partnerSeq)?.seq ?? 0;
}

/**
 * Where what is new begins: fixed when the conversation is opened, so that the mark does not move during reading. Once all is read
 * it moves to what comes while the reader is somewhere above.
 */
export function useNewMark(chat: Chat | undefined) {
  const [readSeq, setReadSeq] = useState(chat && chat.unread > 0 ? chat.readSeq : null);
  const [isAllRead, setAllRead] = useState(false);
  if (chat?.unread === 0 && !isAllRead) setAllRead(true);
  return {
    firstAmong: (messages: readonly Message[], me: string): number | null => {
      if (readSeq === null) return null;
      return messages.find(({ seq, senderId }) => seq > readSeq && senderId !== me)?.seq ?? null;
    },
    moveWhen: (isDue: boolean): void => {
      if (!isDue || !isAllRead || !chat || chat.unread === 0) return;
      setAllRead(false);
      setReadSeq(chat.readSeq);
    },
  };
}

/** Whether the page is being printed; it is drawn anew before the browser takes it. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal });
    addEventListener('afterprint', () => setPrinting(false), { signal });
    return () => listening.abort();
  }, []);
  return isPrinting;
}
