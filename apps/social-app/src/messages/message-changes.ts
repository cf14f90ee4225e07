import type { Waker } from '../events/wakeups.port.js';
import { requireChat } from './chat-access.js';
import { parseEmoji } from './emoji-mapping.js';
import type { MessageChanges, MessageHandle } from './message-changes.port.js';
import type { MessageStore, StoredMessage } from './message-store.port.js';
import { textFault } from './message-rules.js';
import {
  InvalidEmoji,
  InvalidText,
  MessageDeleted,
  MessageNotFound,
  NotInChat,
  NotYourMessage,
  TooLate,
  TooManyReactions,
} from './messages.errors.js';
import { toVisible, type VisibleMessage } from './visible-message-mapping.js';

/** Milliseconds after sending in which a message can still be changed by its sender. */
export interface ChangeWindows {
  readonly edit: number;
  readonly delete: number;
}

export interface ChangingParts {
  readonly store: Pick<MessageStore, 'hasChat'>;
  readonly changes: MessageChanges;
  readonly wakeups: Waker;
  readonly windows: ChangeWindows;
}

interface Target {
  readonly chatId: string;
  readonly seq: number;
}

type Change<T extends object = object> = (
  me: string,
  target: Target & T,
) => Promise<{ changed: boolean }>;

/** What can be done to a message after it was sent. All but `edit` tell whether they changed anything. */
export interface MessageChanging {
  edit(me: string, change: Target & { text: string }): Promise<VisibleMessage>;
  readonly deleteForAll: Change;
  readonly deleteForMe: Change;
  readonly react: Change<{ emoji: string }>;
  readonly unreact: Change<{ emoji: string }>;
}

export const mostReactions = 5;

/** What the changes have in common: the chat is opened, the store decides, and what it decided is told. */
function createDeciding({ store, changes, wakeups }: ChangingParts) {
  async function open(me: string, { chatId, seq }: Target): Promise<MessageHandle> {
    return { pair: await requireChat(store, me, chatId), seq, userId: me };
  }

  function tell({ pair }: MessageHandle, changed: boolean) {
    if (changed) wakeups.wake([pair.lo, pair.hi]);
    return { changed };
  }

  /** Decided already; this is about the words, and about what to answer when there was nothing to do. */
  async function explain(handle: MessageHandle, { wantsFriends = false, evenHidden = false } = {}) {
    const { message, hidden, friends } = await changes.standing(handle);
    if (wantsFriends && !friends) throw new NotInChat();
    if (!message || (hidden && !evenHidden)) throw new MessageNotFound();
    return message;
  }

  async function change(
    handle: MessageHandle,
    decide: Promise<boolean>,
    faultOf: (message: StoredMessage) => Error | null,
    demands: Parameters<typeof explain>[1] = {},
  ) {
    const outcome = tell(handle, await decide);
    const error = outcome.changed ? null : faultOf(await explain(handle, demands));
    if (error) throw error;
    return outcome;
  }

  return { open, tell, explain, change };
}

export function createMessageChanging(
  parts: ChangingParts,
  now = () => Date.now(),
): MessageChanging {
  const { changes, windows } = parts;
  const { open, tell, explain, change } = createDeciding(parts);

  return {
    async edit(me, { text, ...target }) {
      const fault = textFault(text);
      if (fault) throw new InvalidText(fault);
      const handle = await open(me, target);
      const since = new Date(now() - windows.edit);
      const { changed } = tell(handle, await changes.edit(handle, text, since));
      const message = await explain(handle, { wantsFriends: !changed });
      if (message.senderId !== me) throw new NotYourMessage();
      if (message.deletedAt) throw new MessageDeleted();
      if (!changed && message.text !== text) throw new TooLate();
      return toVisible(message, me);
    },
    async deleteForAll(me, target) {
      const handle = await open(me, target);
      const since = new Date(now() - windows.delete);
      return change(handle, changes.deleteForAll(handle, since), (message) => {
        if (message.senderId !== me) return new NotYourMessage();
        return message.deletedAt ? null : new TooLate();
      });
    },
    async deleteForMe(me, target) {
      const handle = await open(me, target);
      return change(handle, changes.hide(handle), () => null, { evenHidden: true });
    },
    async react(me, { emoji: raw, ...target }) {
      const emoji = requireEmoji(raw);
      const handle = await open(me, target);
      const decided = changes.react(handle, emoji, mostReactions);
      const faultOf = (message: StoredMessage) => faultOfReaction(message, me, emoji);
      return change(handle, decided, faultOf, { wantsFriends: true });
    },
    async unreact(me, { emoji: raw, ...target }) {
      const emoji = requireEmoji(raw);
      const handle = await open(me, target);
      return change(handle, changes.unreact(handle, emoji), () => null);
    },
  };
}

function faultOfReaction({ deletedAt, reactions }: StoredMessage, me: string, emoji: string) {
  if (deletedAt) return new MessageDeleted();
  const own = reactions.filter(({ userId }) => userId === me);
  return own.some((each) => each.emoji === emoji) ? null : new TooManyReactions();
}

function requireEmoji(raw: string): string {
  const emoji = parseEmoji(raw);
  if (emoji === null) throw new InvalidEmoji();
  return emoji;
}
