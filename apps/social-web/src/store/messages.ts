// What this client knows of one chat's messages (ADR 0041). Guarantees: messages may come from pages and events in any order
// and more than once; in the end each is shown as the server has it, in its place, and what is missing is a known gap.
//   unknown → known: in the range that a page covers, or the message of a live event
//   known   → known: a version with a stamp that is not lower replaces the one before; a deletion is never taken back
//   known   → gone: hidden, or left out of a page whose stamp is not lower; it never comes back
//   stale   (events may have been missed) → known, by the first page that was asked for afterwards; the rest is forgotten
//
// A stamp is a number in the person's event log: the version is at least as new as that event. A page has the stamp of the
// last event that was received before it was asked for. What a version lacks is therefore brought by a later event.
import type { Message } from '../api/chats.js';
import { addRange, rangeWith, type Range, type Ranges } from './ranges.js';

export interface Held {
  readonly message: Message;
  readonly stamp: number;
}

export interface ChatMessages {
  /** By number. One outside of the known ranges is kept for the page that will cover it. */
  readonly held: ReadonlyMap<number, Held>;
  readonly known: Ranges;
  /** Numbers that this person may not see, with the stamp at which that was known. */
  readonly gone: ReadonlyMap<number, number>;
  /** The greatest number that the chat is known to have. */
  readonly end: number;
  /** Pages with a lower stamp may lack something that no event will bring. */
  readonly since: number;
  /** Whether a page has come since then. */
  readonly isChecked: boolean;
  /** How often a page that had come was not enough: what it was asked for under has to be asked for again. */
  readonly round: number;
}

/** Messages that the server returned together: in this range it has no others that the person may see. */
export interface Page {
  readonly messages: readonly Message[];
  readonly range: Range;
  readonly stamp: number;
  /** What the server was heard to have taken while the page was under way: it may have been read before. */
  readonly taken?: readonly Held[];
}

export const noMessages: ChatMessages = {
  held: new Map(),
  known: [],
  gone: new Map(),
  end: 0,
  since: 0,
  isChecked: false,
  round: 0,
};

/**
 * Of two versions what to keep. A deletion is taken back by none, whichever was heard of first: only a page that replaces what
 * is stale forgets it. Nor is a text by one that was edited earlier: what confirms an edit may come after a newer event.
 */
export function newer(held: Held | undefined, message: Message, stamp: number): Held {
  if (!held) return { message, stamp };
  const before = held.message;
  if (before.deletedAt !== null && message.deletedAt === null) return held;
  if (before.deletedAt === null && message.deletedAt !== null) return { message, stamp };
  const isOlder = stamp === held.stamp ? isEditedLater(before, message) : stamp < held.stamp;
  return isOlder
    ? { message: withLaterText(before, message), stamp: held.stamp }
    : { message: withLaterText(message, before), stamp };
}

const isEditedLater = (one: Message, other: Message) =>
  (one.editedAt ?? '') > (other.editedAt ?? '');

function withLaterText(message: Message, other: Message): Message {
  if (!isEditedLater(other, message)) return message;
  return { ...message, text: other.text, editedAt: other.editedAt };
}

/**
 * Takes a message of an event, a confirmation or a list. A new one is known. If it was asked for before something was missed,
 * it is as stale as what was known then, and stays on the screen like that; a page that is here already and lacks it was
 * read before, so that later events speak of it.
 */
export function putMessage(
  chat: ChatMessages,
  message: Message,
  stamp: number,
  { isNew = false } = {},
): ChatMessages {
  const { seq } = message;
  const isAbsent = rangeWith(chat.known, seq) !== undefined && !chat.held.has(seq);
  if (chat.gone.has(seq) || isAbsent) return chat;
  const held = new Map(chat.held).set(seq, newer(chat.held.get(seq), message, stamp));
  const known = isNew ? addRange(chat.known, { from: seq, to: seq }) : chat.known;
  return { ...chat, held, known, end: Math.max(chat.end, seq) };
}

/** The message is hidden from this person for good. */
export function dropMessage(chat: ChatMessages, seq: number, stamp: number): ChatMessages {
  const held = new Map(chat.held);
  held.delete(seq);
  const known = addRange(chat.known, { from: seq, to: seq });
  return {
    ...chat,
    held,
    known,
    gone: new Map(chat.gone).set(seq, stamp),
    end: Math.max(chat.end, seq),
  };
}

export function putPage(chat: ChatMessages, page: Page): ChatMessages {
  const { stamp, range } = page;
  // It was asked for before something was missed; the page that was asked for afterwards is here already.
  if (chat.isChecked && stamp < chat.since) return chat;
  const start = chat.isChecked || stamp < chat.since ? chat : forgetStale(chat);
  const held = new Map(start.held);
  const gone = new Map(start.gone);
  const listed = new Set(page.messages.map(({ seq }) => seq));
  for (const [seq, one] of start.held) {
    const isLeftOut = range.from <= seq && seq <= range.to && !listed.has(seq);
    if (!isLeftOut || one.stamp > stamp) continue;
    held.delete(seq);
    gone.set(seq, stamp);
  }
  for (const message of page.messages) {
    if (!gone.has(message.seq)) held.set(message.seq, newer(held.get(message.seq), message, stamp));
  }
  const merged = {
    ...start,
    held,
    gone,
    known: addRange(start.known, range),
    end: Math.max(start.end, range.to),
    isChecked: chat.isChecked || stamp >= chat.since,
  };
  return withTaken(merged, page.taken ?? []);
}

/**
 * What was taken stays on the screen although the page lacks it, or has what was there before. A page that is asked for now
 * says how it is.
 */
function withTaken(chat: ChatMessages, taken: readonly Held[]): ChatMessages {
  const lacking = taken.filter(({ message }) => isLacking(chat, message));
  if (lacking.length === 0) return chat;
  const held = new Map(chat.held);
  let { known, end } = chat;
  for (const one of lacking) {
    const { seq } = one.message;
    held.set(seq, newer(held.get(seq), one.message, one.stamp));
    known = addRange(known, { from: seq, to: seq });
    end = Math.max(end, seq);
  }
  return { ...chat, held, known, end, isChecked: false, round: chat.round + 1 };
}

function isLacking(chat: ChatMessages, message: Message): boolean {
  const { seq, deletedAt } = message;
  const held = chat.held.get(seq)?.message;
  if (!held) return !chat.gone.has(seq) && rangeWith(chat.known, seq) === undefined;
  return held.deletedAt === null && (deletedAt !== null || isEditedLater(message, held));
}

/** Events may have been missed up to the one numbered `since`. The log may be another one, with numbers that say nothing. */
export function suspectAll(chat: ChatMessages, since: number): ChatMessages {
  const held = new Map<number, Held>();
  for (const [seq, { message }] of chat.held) held.set(seq, { message, stamp: -1 });
  const gone = new Map([...chat.gone.keys()].map((seq) => [seq, -1]));
  return { ...chat, held, gone, since, end: 0, isChecked: false };
}

/** What has not been confirmed since something was missed. */
export function forgetStale(chat: ChatMessages): ChatMessages {
  const held = new Map([...chat.held].filter(([, { stamp }]) => stamp >= chat.since));
  const gone = new Map([...chat.gone].filter(([, stamp]) => stamp >= chat.since));
  let known: Ranges = [];
  for (const seq of [...held.keys(), ...gone.keys()])
    if (rangeWith(chat.known, seq)) known = addRange(known, { from: seq, to: seq });
  const end = Math.max(0, ...held.keys(), ...gone.keys());
  return { ...chat, held, known, end, gone };
}

/** The newest message of this person that is known and not deleted. */
export function newestOwn({ held }: ChatMessages, me: string): Message | null {
  let newest: Message | null = null;
  for (const { message } of held.values()) {
    const isOwn = message.senderId === me && message.deletedAt === null;
    if (isOwn && message.seq > (newest?.seq ?? 0)) newest = message;
  }
  return newest;
}
