// The messages of a chat as the device keeps them, and how the knowledge of two tabs becomes one (ADR 0043).
import { forgetStale, newer, suspectAll, type ChatMessages, type Held } from './messages.js';
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

export function toKept(chatId: string, chat: ChatMessages, epoch: string): KeptMessages {
  const { known, end, since, isChecked } = chat;
  const from = Math.max(end, known.at(-1)?.to ?? 0) - keptMessages + 1;
  return {
    ...{ chatId, epoch, end, since, isChecked },
    held: [...chat.held.values()].filter(({ message }) => message.seq >= from),
    known: known
      .filter(({ to }) => to >= from)
      .map((range) => ({ from: Math.max(from, range.from), to: range.to })),
    gone: [...chat.gone].filter(([seq]) => seq >= from),
  };
}

export function fromKept({ held, gone, ...rest }: KeptMessages): ChatMessages {
  const { known, end, since, isChecked } = rest;
  return {
    ...{ known, end, since, isChecked },
    held: new Map(held.map((one) => [one.message.seq, one])),
    gone: new Map(gone),
  };
}

/** What two tabs know together. Of each message the newer version; what either has seen go is gone. */
export function mergeMessages(a: ChatMessages, b: ChatMessages): ChatMessages {
  const [one, other] = aligned(a, b);
  const gone = new Map(one.gone);
  for (const [seq, stamp] of other.gone) gone.set(seq, Math.max(stamp, gone.get(seq) ?? stamp));
  const isAbsent = (chat: ChatMessages, seq: number) =>
    !chat.held.has(seq) && rangeWith(chat.known, seq) !== undefined;
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
  };
}

/** Both as of the same moment at which events may have been missed, and without what one has found out to be stale. */
function aligned(a: ChatMessages, b: ChatMessages): [ChatMessages, ChatMessages] {
  const since = Math.max(a.since, b.since);
  const [one, other] = [a, b].map((chat) =>
    chat.since < since ? suspectAll(chat, since) : chat,
  ) as [ChatMessages, ChatMessages];
  if (one.isChecked === other.isChecked) return [one, other];
  return one.isChecked ? [one, forgetStale(other)] : [forgetStale(one), other];
}
