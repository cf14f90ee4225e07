// Which messages of a chat are pinned (ADR 0077): as a page of the list had it, and on top of it what events have brought since,
// each with its stamp (ADR 0041). Whatever comes when, the end is that of the server: of each message the last change counts, and
// a pin is at the end of those before it.
import type { Chat } from '../api/chats.js';
import type { ChatMessages } from './messages.js';

interface PinChange {
  readonly isPinned: boolean;
  readonly stamp: number;
}

export interface ChatPins {
  /** Numbers of messages; the newest pin last. */
  readonly listed: readonly number[];
  readonly stamp: number;
  /** By number; none older than the page. */
  readonly later: ReadonlyMap<number, PinChange>;
}

/** A server of the release before, and a copy on the device from then, says nothing of it. */
export function listedPins({ pinned = [] }: Partial<Chat>, stamp: number): ChatPins {
  return { listed: pinned, stamp, later: new Map() };
}

/** On equal stamps the later one to come counts. */
export function laterPins(before: ChatPins | undefined, next: ChatPins): ChatPins {
  if (!before) return next;
  if (before.stamp > next.stamp) return before;
  const later = [...before.later].filter(([, { stamp }]) => stamp >= next.stamp);
  return { ...next, later: new Map(later) };
}

export function putPin(pins: ChatPins, seq: number, isPinned: boolean, stamp: number): ChatPins {
  const known = pins.later.get(seq)?.stamp ?? pins.stamp;
  if (stamp < known) return pins;
  return { ...pins, later: new Map(pins.later).set(seq, { isPinned, stamp }) };
}

export function restampedPins(pins: ChatPins, to: (stamp: number) => number): ChatPins {
  const later = [...pins.later].map(
    ([seq, one]) => [seq, { ...one, stamp: to(one.stamp) }] as const,
  );
  return { ...pins, stamp: to(pins.stamp), later: new Map(later) };
}

/** What is deleted or hidden is pinned no more. */
export function pinnedOf(
  { listed, later }: ChatPins,
  { held, gone }: Pick<ChatMessages, 'held' | 'gone'>,
): readonly number[] {
  const added = [...later]
    .filter(([, { isPinned }]) => isPinned)
    .sort(([, one], [, other]) => one.stamp - other.stamp)
    .map(([seq]) => seq);
  const isThere = (seq: number) =>
    !gone.has(seq) && (held.get(seq)?.message.deletedAt ?? null) === null;
  return [...listed.filter((seq) => !later.has(seq)), ...added].filter(isThere);
}

/** The pins as they are once the message has been pinned, or is so no more. */
export function withPin(
  pinned: readonly number[],
  seq: number,
  isPinned: boolean,
): readonly number[] {
  const others = pinned.filter((one) => one !== seq);
  return isPinned ? [...others, seq] : others;
}
