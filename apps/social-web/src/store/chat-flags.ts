// What a person has set of a chat for themselves (ADR 0078): put away, marked as unread. Each with a stamp, as messages have
// it (ADR 0041): pages and events come in any order, and the one with the higher stamp counts.
import type { Chat } from '../api/chats.js';

export interface ChatFlags {
  readonly archived: boolean;
  readonly markedUnread: boolean;
}

interface Stamped {
  readonly value: boolean;
  readonly stamp: number;
}

export type StampedFlags = Readonly<Record<keyof ChatFlags, Stamped>>;

function mapped(map: (name: keyof ChatFlags) => Stamped): StampedFlags {
  return { archived: map('archived'), markedUnread: map('markedUnread') };
}

/** As a page has it. A server of the release before, and a copy on the device from then, says nothing of it. */
export function listedFlags(chat: Partial<ChatFlags>, stamp: number): StampedFlags {
  return mapped((name) => ({ value: chat[name] ?? false, stamp }));
}

/** On equal stamps the later one to come counts. */
export function laterFlags(before: StampedFlags | undefined, next: StampedFlags): StampedFlags {
  return mapped((name) =>
    before && before[name].stamp > next[name].stamp ? before[name] : next[name],
  );
}

export function putFlags(
  before: StampedFlags,
  flags: Partial<ChatFlags>,
  stamp: number,
): StampedFlags {
  return mapped((name) => {
    const value = flags[name];
    return value === undefined || stamp < before[name].stamp ? before[name] : { value, stamp };
  });
}

export function restamped(flags: StampedFlags, to: (stamp: number) => number): StampedFlags {
  return mapped((name) => ({ ...flags[name], stamp: to(flags[name].stamp) }));
}

export function withFlags(chat: Chat, flags: StampedFlags): Chat {
  return { ...chat, archived: flags.archived.value, markedUnread: flags.markedUnread.value };
}
