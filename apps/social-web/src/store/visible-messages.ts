// Which of the known messages a conversation shows: those around a number, or the newest, without a gap that is not being
// filled (ADR 0041).
import { pageSize, type HistoryPage, type Message, type Position } from '../api/chats.js';
import type { ChatMessages } from './messages.js';
import { withCurrentQuote } from './quotes.js';
import { covers, rangeWith, type Range } from './ranges.js';

export interface VisibleMessages {
  readonly messages: readonly Message[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** What is shown may lack messages until this has been fetched; null when nothing is missing. */
  readonly missing: Position | null;
  /** Below this one, and from the first shown, nothing is missing. */
  readonly wholeUntil: number;
  /** The numbers shown, both included; 0 for none. */
  readonly from: number;
  readonly to: number;
}

/** `wanted` null shows the newest. */
export function visibleMessages(
  chat: ChatMessages,
  wanted: number | null,
  size = pageSize,
): VisibleMessages {
  const isBeyond = chat.isChecked && wanted !== null && wanted > chat.end;
  const around = isBeyond ? null : wanted;
  const shown = joinedRanges(chat, around, size);
  const first = shown[0];
  const last = shown.at(-1);
  const isInside = ({ from, to }: Range, seq: number) => from <= seq && seq <= to;
  const messages = [...chat.held]
    .filter(([seq]) => shown.some((range) => isInside(range, seq)))
    .map(([, one]) => withCurrentQuote(chat, one).message)
    .sort((a, b) => a.seq - b.seq);
  const to = last?.to ?? 0;
  return {
    messages,
    hasOlder: first !== undefined && first.from > 1,
    hasNewer: to < chat.end,
    missing: missingIn(chat, shown, around, size),
    wholeUntil: first?.to ?? 0,
    from: first?.from ?? 0,
    to,
  };
}

/**
 * The known range at the place, and those before and after it that are less than a page away: an own message may be
 * confirmed before an earlier one of the partner has come.
 */
function joinedRanges(
  { known }: ChatMessages,
  around: number | null,
  size: number,
): readonly Range[] {
  const start = around === null ? known.at(-1) : rangeWith(known, around);
  if (!start) return [];
  let low = known.indexOf(start);
  let high = low;
  const isNear = (index: number) => {
    const [one, next] = [known[index], known[index + 1]];
    return one !== undefined && next !== undefined && next.from - one.to <= size;
  };
  while (isNear(low - 1)) low--;
  while (isNear(high)) high++;
  return known.slice(low, high + 1);
}

function missingIn(
  chat: ChatMessages,
  shown: readonly Range[],
  around: number | null,
  size: number,
): Position | null {
  const [first, second] = shown;
  const start: Position = around === null ? {} : { around };
  if (!chat.isChecked) return start;
  if (!first) return chat.end === 0 ? null : start;
  if (second) return { after: first.to };
  if (around !== null) return null;
  const isShort = first.from > 1 && first.to - first.from + 1 < size;
  return isShort || !covers(chat.known, { from: chat.end, to: chat.end }) ? start : null;
}

/** The numbers that a page covers: from `olderCursor` to the end of the chat as it was known before, or to `newerCursor`. */
export function pageRange(
  position: Position,
  page: Pick<HistoryPage, 'messages' | 'olderCursor' | 'newerCursor'>,
  end: number,
): Range {
  const first = page.messages[0]?.seq;
  const last = page.messages.at(-1)?.seq;
  const { before, after } = position;
  const from = after !== undefined ? after + 1 : page.olderCursor === null ? 1 : first;
  const isEnd = before === undefined && page.newerCursor === null;
  const to = before !== undefined ? before - 1 : isEnd ? Math.max(end, last ?? 0) : last;
  return { from: from ?? 1, to: to ?? 0 };
}
