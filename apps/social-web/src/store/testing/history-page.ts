import type { HistoryPage, Message, Position } from '../../api/chats.js';

export const pageLimit = 5;

/** Messages as the server returns them for a position. */
export function historyPage(
  visible: readonly Message[],
  { before, after, around }: Position,
): HistoryPage {
  const older = (limit: number, to: number) => {
    const all = visible.filter(({ seq }) => seq <= to);
    return { found: all.slice(-limit), isMore: all.length > limit };
  };
  const newer = (limit: number, from: number) => {
    const all = visible.filter(({ seq }) => seq >= from);
    return { found: all.slice(0, limit), isMore: all.length > limit };
  };
  const pageOf = (messages: Message[], older: number | null, newer: number | null) => {
    return { messages, olderCursor: older, newerCursor: newer, nextCursor: null };
  };
  if (after !== undefined) {
    const { found, isMore } = newer(pageLimit, after + 1);
    return pageOf(found, after > 0 ? after + 1 : null, isMore ? found.at(-1)!.seq : null);
  }
  const past = older(pageLimit, around ?? (before ?? Infinity) - 1);
  const olderCursor = past.isMore ? past.found[0]!.seq : null;
  if (around === undefined)
    return pageOf(past.found, olderCursor, before === undefined ? null : before - 1);
  const rest = newer(pageLimit, around + 1);
  const newerCursor = rest.isMore ? rest.found.at(-1)!.seq : null;
  return pageOf([...past.found, ...rest.found], olderCursor, newerCursor);
}
