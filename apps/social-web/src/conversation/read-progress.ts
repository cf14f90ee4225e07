// How far somebody has read on from the first of many unread messages. Without it only whoever reaches their end has read anything,
// and would begin at the first of them again after every reload.
import { useEffect, useRef } from 'react';
import { useQueue } from '../store/use-queue.js';
import { useStore } from '../store/use-store.js';
import { hasAttention } from './attention.js';
import { useConversation } from './conversation-context.js';
import { endsInSight } from './in-sight.js';
import type { ReadMarkOptions } from './read-and-typing.js';
import type { Row } from './timeline.js';

/** Milliseconds. What is scrolled past between two looks has not been read, nor what is below it. */
const lookEveryMs = 250;
const tellEveryMs = 1_000;

/** Reports it while somebody reads; nothing is left out, for a read mark says the same of all that is before it. */
export function useReadProgress(options: ReadMarkOptions): void {
  const { chat, history, rows, frame, isEndShown, attention } = options;
  const { messages, wholeUntil, hasPreviousPage, isChecked } = history;
  const { chatId } = useConversation();
  const store = useStore();
  const queue = useQueue();
  const { readSeq = 0, unread = 0 } = chat ?? {};
  const reached = useRef({ seq: 0, toldAt: 0 });
  const isJoined = !hasPreviousPage || (messages[0]?.seq ?? Infinity) <= readSeq;
  const isDue = unread > 0 && isJoined && isChecked && !isEndShown && attention.isGiven;
  useEffect(() => {
    if (!isDue) return;
    const look = () => {
      if (!frame.current || !hasAttention()) return;
      const { seq, toldAt } = reached.current;
      const next = readOn(rows, Math.max(seq, readSeq), endsInSight(frame.current));
      const isTold = next > readSeq && next <= wholeUntil && Date.now() - toldAt >= tellEveryMs;
      reached.current = { seq: next, toldAt: isTold ? Date.now() : toldAt };
      if (!isTold) return;
      store.putReadMark({ chatId, userId: store.me, seq: next });
      queue.add(chatId, { kind: 'read', seq: next });
    };
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [isDue, rows, readSeq, wholeUntil, frame, chatId, store, queue]);
}

/** The last message that is in sight with all before it down from the one that was read last. */
function readOn(rows: readonly Row[], readSeq: number, inSight: ReadonlySet<string>): number {
  const unread = rows.flatMap((row) =>
    row.kind === 'message' && row.message.seq > readSeq ? [row] : [],
  );
  const unseen = unread.findIndex(({ key }) => !inSight.has(key));
  const seen = unseen < 0 ? unread : unread.slice(0, unseen);
  return seen.at(-1)?.message.seq ?? readSeq;
}
