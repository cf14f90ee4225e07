// The messages of a chat as the device keeps them, and how the knowledge of two tabs becomes one (ADR 0043).
import { forgetStale, newer, suspectAll, type ChatMessages, type Held } from './messages.js';
import { withCurrentQuote } from './quotes.js';
import { addRange, rangeWith, type Range } from './ranges.js';

/** The newest of a chat that are kept. */
export const keptMessages = 1_000;

export interface KeptMessages {
  readonly chatId: string;
  /** Which log of events the stamps are numbers of. */
  readonly epoch: string;
  readonly held: readonly Held[];
  readonly known: readonly Range[];
  readonly gone: readonly (readonly [seq: number, stamp: number])[];
  readonly end: number;
  readonly since: number;
  readonly isChecked: boolean;
}

interface Kept {
  /** So many of the newest. */
  readonly count?: number;
  /** Numbers of those that are kept wherever they are. */
  readonly pinned?: readonly number[];
}

export function toKept(
  chatId: string,
  chat: ChatMessages,
  epoch: string,
  { count = keptMessages, pinned = [] }: Kept = {},
): KeptMessages {
  const { known, end, since, isChecked } = chat;
  const from = Math.max(end, known.at(-1)?.to ?? 0) - count + 1;
  return {
    ...{ chatId, epoch, end, since, isChecked },
    // What a reply quotes may not be among them.
    held: [...chat.held.values()]
      .filter(({ message: { seq } }) => seq >= from || pinned.includes(seq))
      .map((one) => withCurrentQuote(chat, one)),
    known: known
      .filter(({ to }) => to >= from)
      .map((range) => ({ from: Math.max(from, range.from), to: range.to })),
    gone: [...chat.gone].filter(([seq]) => seq >= from),
  };
}

export function fromKept({ held, gone, ...rest }: KeptMessages): ChatMessages {
  const { known, end, since, isChecked } = rest;
  return {
    ...{ known, end, since, isChecked, round: 0 },
    held: new Map(held.map((one) => [one.message.seq, one])),
    gone: new Map(gone),
  };
}

/** What two tabs know together. Of each message the newer version; what either has seen go is gone. */
export function mergeMessages(a: ChatMessages, b: ChatMessages): ChatMessages {
  const [one, other] = aligned(a, b);
  const gone = new Map(one.gone);
  for (const [seq, stamp] of other.gone) gone.set(seq, Math.max(stamp, gone.get(seq) ?? stamp));
  const held = new Map<number, Held>();
  for (const seq of [...one.held.keys(), ...other.held.keys()]) {
    if (gone.has(seq) || isAbsent(one, seq) || isAbsent(other, seq)) continue;
    const [mine, theirs] = [one.held.get(seq), other.held.get(seq)];
    const kept = mine && theirs ? newer(mine, theirs.message, theirs.stamp) : (mine ?? theirs);
    if (kept) held.set(seq, kept);
  }
  return {
    ...{ held, gone, since: one.since, isChecked: one.isChecked || other.isChecked },
    known: other.known.reduce(addRange, one.known),
    end: Math.max(one.end, other.end),
    round: Math.max(one.round, other.round),
  };
}

const isAbsent = (chat: ChatMessages, seq: number) =>
  !chat.held.has(seq) && rangeWith(chat.known, seq) !== undefined;

/**
 * Both as of the same moment at which events may have been missed, and without what one has found out to be stale. A tab
 * that joins may have read a page that is newer than what it joins: what it has seen go stays away until a page has said so.
 */
function aligned(a: ChatMessages, b: ChatMessages): [ChatMessages, ChatMessages] {
  const since = Math.max(a.since, b.since);
  const [one, other] = [a, b].map((chat) =>
    chat.since < since ? suspectAll(chat, since) : chat,
  ) as [ChatMessages, ChatMessages];
  if (one.isChecked === other.isChecked) return [one, other];
  const [checked, stale] = one.isChecked ? [one, other] : [other, one];
  return isContradicted(checked, stale)
    ? [{ ...checked, isChecked: false, round: checked.round + 1 }, stale]
    : [checked, forgetStale(stale)];
}

/** Whether the first still has the text of a message that is deleted or hidden in the other. */
function isContradicted(checked: ChatMessages, stale: ChatMessages): boolean {
  const isGone = (seq: number) =>
    isDeleted(stale.held.get(seq)) || stale.gone.has(seq) || isAbsent(stale, seq);
  return [...checked.held].some(([seq, one]) => !isDeleted(one) && isGone(seq));
}

const isDeleted = (one: Held | undefined) => one !== undefined && one.message.deletedAt !== null;
