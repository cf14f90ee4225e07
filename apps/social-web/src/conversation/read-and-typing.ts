// What the server passes on to the partner: how far the chat has been read, and that somebody is typing. Nothing depends on
// typing, so a lost request is not repeated.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Chat, Message } from '../api/chats.js';
import { dataOf, socialApi } from '../api/client.js';
import { useQueue } from '../store/use-queue.js';
import { useStore, type ShownHistory } from '../store/use-store.js';
import { afterPainted } from '../ui/after-painted.js';
import { hasAttention, useAttention, type Attention } from './attention.js';
import { useConversation } from './conversation-context.js';
import { whenInSight } from './in-sight.js';
import type { Row } from './timeline.js';

export interface ReadMarkOptions {
  /** None before the first message. */
  readonly chat: Chat | undefined;
  readonly history: ShownHistory;
  readonly rows: readonly Row[];
  /** Holds the rows that are drawn. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly isEndShown: boolean;
  readonly attention: Attention;
}

/** So long a message may be on its way into sight; then it is said that it is elsewhere. */
const passedAfterMs = 1_000;

/**
 * The partner's newest message up to a number while nobody has had it in sight. It is above what somebody has written without a
 * network, as soon as there is one.
 */
function useUnseen(
  { chat, rows, frame }: Pick<ReadMarkOptions, 'chat' | 'rows' | 'frame'>,
  until: number,
  attention: Attention,
) {
  const { me } = useStore();
  const [seen, setSeen] = useState(0);
  const theirs = newestRow(rows, ({ senderId, seq }) => senderId !== me && seq <= until);
  const { key, seq } = theirs ? { key: theirs.key, seq: theirs.message.seq } : nobody;
  const isUnseen = seq > Math.max(seen, chat?.readSeq ?? 0);
  useEffect(() => {
    if (!isUnseen || !attention.isGiven) return;
    return whenInSight(frame, key, () => hasAttention() && setSeen(seq));
  }, [isUnseen, attention, frame, key, seq]);
  const [passed, setPassed] = useState('');
  useEffect(() => {
    if (!isUnseen) return;
    const timer = setTimeout(() => setPassed(key), passedAfterMs);
    return () => clearTimeout(timer);
  }, [isUnseen, key]);
  return { isUnseen, isPassed: isUnseen && passed === key };
}

const nobody = { key: '', seq: 0 };

function newestRow(rows: readonly Row[], isMeant: (message: Message) => boolean) {
  return rows.filter((row) => row.kind === 'message').findLast(({ message }) => isMeant(message));
}

/**
 * Reports the newest message as read while the end is on the screen and the page has attention; only once a page of the
 * history is here, and up to a gap, since what is missing was not shown; and only once its row is painted in sight, and that of the
 * partner's newest one has been. Returns whether that one is elsewhere.
 */
export function useReadMark(options: ReadMarkOptions): boolean {
  const { chat, history, rows, frame, isEndShown, attention } = options;
  const { messages, wholeUntil, isChecked, hasNextPage } = history;
  const { chatId } = useConversation();
  const store = useStore();
  const queue = useQueue();
  const newest = messages.findLast(({ seq }) => seq <= wholeUntil)?.seq ?? 0;
  // One that is being deleted here has no row.
  const row = newestRow(rows, ({ seq }) => seq <= newest)?.key;
  const isUnread = newest > (chat?.readSeq ?? 0);
  const { isUnseen, isPassed } = useUnseen({ chat, rows, frame }, newest, attention);
  const isWholeShown = isEndShown && isChecked && !hasNextPage && !isUnseen;
  const isDue = isWholeShown && attention.isGiven && isUnread;
  useEffect(() => {
    if (!isDue) return;
    const report = () => {
      // Whoever has looked elsewhere in between has not seen it, however late the page is told of that.
      if (!hasAttention()) return;
      store.putReadMark({ chatId, userId: store.me, seq: newest });
      queue.add(chatId, { kind: 'read', seq: newest });
    };
    return row === undefined ? afterPainted(report) : whenInSight(frame, row, report);
  }, [isDue, attention, chatId, newest, row, frame, store, queue]);
  return isPassed;
}

/**
 * Whoever opens the chat, or comes back to it, ends that it is marked as unread. Marked meanwhile, on another device, it stays so
 * until then.
 */
export function useUnreadEnd(chat: Chat | undefined): void {
  const { chatId } = useConversation();
  const queue = useQueue();
  const attention = useAttention();
  const isMarked = useRef(false);
  useLayoutEffect(() => {
    isMarked.current = chat?.markedUnread === true;
  });
  const isKnown = chat !== undefined;
  useEffect(() => {
    if (!isKnown || !attention.isGiven) return;
    return afterPainted(() => {
      if (isMarked.current && hasAttention()) queue.add(chatId, { kind: 'unread', isOn: false });
    });
  }, [isKnown, attention, chatId, queue]);
}

/** The server forgets a typing signal after six seconds. */
const repeatMs = 4_000;
/** The server limits signals too; one that it dropped is repeated with a later key press. */
const droppedMs = 1_000;

/** Returns a function that reports, at intervals, that somebody is typing, and when they stop. */
export function useTypingSignal(chatId: string): (isTyping: boolean) => void {
  const isReported = useRef(false);
  const nextAt = useRef(0);

  async function report(typing: boolean): Promise<void> {
    isReported.current = typing;
    nextAt.current = typing ? Date.now() + repeatMs : 0;
    const reply = dataOf(socialApi.POST('/api/message/typing', { body: { chatId, typing } }));
    const { told } = await reply.catch(() => ({ told: false }));
    if (typing && !told) nextAt.current = Date.now() + droppedMs;
  }

  useEffect(
    () => () => {
      if (isReported.current) void report(false);
    },
    // A conversation is mounted anew for every chat.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [chatId],
  );

  return (isTyping) => {
    if (isTyping && Date.now() > nextAt.current) void report(true);
    if (!isTyping && isReported.current) void report(false);
  };
}
