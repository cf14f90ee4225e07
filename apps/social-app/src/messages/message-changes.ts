import type { Waker } from '../events/wakeups.js';
import { requireChat } from './chat-access.js';
import { parseEmoji, textFault } from './message-rules.js';
import type { MessageStore, StoredMessage } from './message-store.port.js';
import type { UserPair } from '../people/user-ids.js';
import {
  ForwardedMessage,
  InvalidEmoji,
  InvalidText,
  MessageDeleted,
  MessageNotFound,
  NotInChat,
  NotYourMessage,
  TooLate,
  TooManyPins,
  TooManyReactions,
} from './messages.errors.js';
import { toVisible } from './message-mapping.js';

/** One message of a chat, and who wants to change it. */
export interface MessageHandle {
  readonly pair: UserPair;
  readonly seq: number;
  readonly userId: string;
}

/** What a change depends on, read only to explain why it was refused: the change itself decides. */
export interface MessageFacts {
  readonly message: StoredMessage | null;
  /** The user has deleted it for themselves, or its time is over. */
  readonly hidden: boolean;
  readonly friends: boolean;
  readonly pinned: boolean;
}

/**
 * Changes of a stored message. Each is one conditional statement that appends its events in the same transaction, and
 * returns whether it happened.
 */
export interface MessageChanges {
  /** By its sender, among friends, if it is newer than `since` and no copy of another. */
  edit(handle: MessageHandle, text: string, since: Date): Promise<boolean>;
  /** By its sender, if it is newer than `since`; the row stays without its text and its reactions. */
  deleteForAll(handle: MessageHandle, since: Date): Promise<boolean>;
  hide(handle: MessageHandle): Promise<boolean>;
  /** Among friends; at most `most` reactions of one user. */
  react(handle: MessageHandle, emoji: string, most: number): Promise<boolean>;
  unreact(handle: MessageHandle, emoji: string): Promise<boolean>;
  /** Among friends; at most `most` pins of the chat. */
  pin(handle: MessageHandle, most: number): Promise<boolean>;
  unpin(handle: MessageHandle): Promise<boolean>;
  readFacts(handle: MessageHandle): Promise<MessageFacts>;
}

export interface ChangingDependencies {
  readonly store: Pick<MessageStore, 'hasChat'>;
  readonly changes: MessageChanges;
  readonly wakeups: Waker;
  /** Milliseconds after sending in which a message can still be changed by its sender. */
  readonly windows: { readonly edit: number; readonly delete: number };
  /** Bytes of one file, at most. */
  readonly attachmentBytes: number;
}

export interface Target {
  readonly chatId: string;
  readonly seq: number;
}

export type MessageChanging = ReturnType<typeof createMessageChanging>;

export const mostReactions = 5;
export const mostPins = 50;

/** What the changes have in common: the chat is checked, the store decides, and readers are woken. */
function createDeciding({ store, changes, wakeups }: ChangingDependencies) {
  async function open(me: string, { chatId, seq }: Target): Promise<MessageHandle> {
    return { pair: await requireChat(store, me, chatId), seq, userId: me };
  }

  function notify({ pair }: MessageHandle, changed: boolean) {
    if (changed) wakeups.wake([pair.lo, pair.hi]);
    return { changed };
  }

  /** The change has been decided already; this finds the reason, and what to reply when nothing was to be changed. */
  async function explain(handle: MessageHandle, { needsFriends = false, evenHidden = false } = {}) {
    const { message, hidden, friends, pinned } = await changes.readFacts(handle);
    if (needsFriends && !friends) throw new NotInChat();
    if (!message || (hidden && !evenHidden)) throw new MessageNotFound();
    return { message, pinned };
  }

  async function change(
    handle: MessageHandle,
    decision: Promise<boolean>,
    toError: (message: StoredMessage, pinned: boolean) => Error | null,
    conditions: Parameters<typeof explain>[1] = {},
  ) {
    const outcome = notify(handle, await decision);
    if (outcome.changed) return outcome;
    const { message, pinned } = await explain(handle, conditions);
    const error = toError(message, pinned);
    if (error) throw error;
    return outcome;
  }

  return { open, notify, explain, change };
}

/** What can be done to a message after it was sent. All but `edit` return whether they changed anything. */
export function createMessageChanging(dependencies: ChangingDependencies, now = () => Date.now()) {
  const { changes, windows, attachmentBytes } = dependencies;
  const { open, notify, explain, change } = createDeciding(dependencies);

  return {
    /** For how long the sender can change a message, how large its files may be, and what time it is here. */
    limits: () => ({
      editSeconds: windows.edit / 1_000,
      deleteSeconds: windows.delete / 1_000,
      attachmentBytes,
      now: new Date(now()),
    }),
    async edit(me: string, { text, ...target }: Target & { text: string }) {
      const fault = textFault(text);
      if (fault) throw new InvalidText(fault);
      const handle = await open(me, target);
      const since = new Date(now() - windows.edit);
      const { changed } = notify(handle, await changes.edit(handle, text, since));
      const { message } = await explain(handle, { needsFriends: !changed });
      if (message.senderId !== me) throw new NotYourMessage();
      if (message.deletedAt) throw new MessageDeleted();
      if (!changed && message.text !== text)
        throw message.forwarded ? new ForwardedMessage() : new TooLate();
      return toVisible(message, me);
    },
    async deleteForAll(me: string, target: Target) {
      const handle = await open(me, target);
      const since = new Date(now() - windows.delete);
      return change(handle, changes.deleteForAll(handle, since), (message) => {
        if (message.senderId !== me) return new NotYourMessage();
        return message.deletedAt ? null : new TooLate();
      });
    },
    async deleteForMe(me: string, target: Target) {
      const handle = await open(me, target);
      return change(handle, changes.hide(handle), () => null, { evenHidden: true });
    },
    async react(me: string, { emoji: raw, ...target }: Target & { emoji: string }) {
      const emoji = requireEmoji(raw);
      const handle = await open(me, target);
      const decision = changes.react(handle, emoji, mostReactions);
      const toError = (message: StoredMessage) => reactionError(message, me, emoji);
      return change(handle, decision, toError, { needsFriends: true });
    },
    async unreact(me: string, { emoji: raw, ...target }: Target & { emoji: string }) {
      const emoji = requireEmoji(raw);
      const handle = await open(me, target);
      return change(handle, changes.unreact(handle, emoji), () => null);
    },
    ...createPinning(changes, { open, change }),
  };
}

/** Pins are of both, so that either pins and unpins, while the two are friends. */
function createPinning(
  changes: MessageChanges,
  { open, change }: Pick<ReturnType<typeof createDeciding>, 'open' | 'change'>,
) {
  return {
    async pin(me: string, target: Target) {
      const handle = await open(me, target);
      const decision = changes.pin(handle, mostPins);
      return change(handle, decision, pinError, { needsFriends: true });
    },
    async unpin(me: string, target: Target) {
      const handle = await open(me, target);
      return change(handle, changes.unpin(handle), () => null, { needsFriends: true });
    },
  };
}

function reactionError({ deletedAt, reactions }: StoredMessage, me: string, emoji: string) {
  if (deletedAt) return new MessageDeleted();
  const own = reactions.filter(({ userId }) => userId === me);
  return own.some((each) => each.emoji === emoji) ? null : new TooManyReactions();
}

function pinError({ deletedAt }: StoredMessage, pinned: boolean) {
  if (deletedAt) return new MessageDeleted();
  return pinned ? null : new TooManyPins();
}

function requireEmoji(raw: string): string {
  const emoji = parseEmoji(raw);
  if (emoji === null) throw new InvalidEmoji();
  return emoji;
}
