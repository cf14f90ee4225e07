// Changes that the server does not have yet, and what they do to what is shown (ADR 0041).
import type { Message, Quote, ReplyTarget } from '../api/chats.js';
import type { FriendChange } from '../api/friends.js';
import { isQuoteGone, quotedText, withoutFiles, type TargetQuote } from './quotes.js';

/** Of the relation to somebody, under the name by which the page knew them. */
export interface RelationChange {
  readonly kind: 'relate';
  readonly action: FriendChange;
  readonly id: string;
  readonly name: string;
}

/** To somebody who is known by an e-mail address or a handle alone. */
export interface FriendRequest {
  readonly kind: 'request';
  readonly to: string;
}

export interface SentMessage {
  readonly kind: 'send';
  readonly clientId: string;
  readonly text: string;
  /** The release before has queued none. */
  readonly replyTo?: ReplyTarget;
  /** In the order in which they are shown; their bytes are kept apart (`api/unsent-files.ts`). */
  readonly files?: readonly QueuedFile[];
}

/** A file that waits to be sent. */
export interface QueuedFile {
  readonly id: string;
  readonly name: string;
  /** What a picture shows, in the words of its sender. */
  readonly alt: string;
  /** The media type, as this device says. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels, of a picture that this browser can show. */
  readonly width: number | null;
  readonly height: number | null;
  /** By which the server has it, once it does. */
  readonly attachmentId?: string;
  /** By which it has a part of it; a release that does not know this sends it whole. */
  readonly uploadId?: string | undefined;
  /** Its bytes are in the memory of the tab that has it alone. */
  readonly isUnkept?: true;
  /** Under which its bytes were kept when it was chosen, and are until they belong to the message. */
  readonly chosenKey?: string;
}

/** A copy of a message of another chat, of which the server takes the words; here waits none of them. */
export interface ForwardedMessage {
  readonly kind: 'forward';
  readonly clientId: string;
  readonly original: Pick<Message, 'id' | 'chatId' | 'seq'>;
}

/** What becomes a message of the chat, after those before it. */
export type NewMessage = SentMessage | ForwardedMessage;

export const isNewMessage = (change: Change): change is NewMessage =>
  change.kind === 'send' || change.kind === 'forward';

/** What is written in the chat is to be brought to the server, as it is by then. */
export interface DraftChange {
  readonly kind: 'draft';
}

export type Change =
  | NewMessage
  | { readonly kind: 'edit'; readonly seq: number; readonly text: string }
  | { readonly kind: 'delete'; readonly seq: number; readonly scope: 'everyone' | 'me' }
  | { readonly kind: 'react'; readonly seq: number; readonly emoji: string; readonly isOn: boolean }
  | { readonly kind: 'read'; readonly seq: number }
  | { readonly kind: 'pin'; readonly seq: number; readonly isOn: boolean }
  | { readonly kind: 'archive'; readonly isOn: boolean }
  | { readonly kind: 'unread'; readonly isOn: boolean }
  | RelationChange
  | FriendRequest
  | DraftChange;

/** What the server has made of a change, for the tabs that have not asked for it. */
export interface Taken {
  /** As it was stored; null where the reply has none. */
  readonly message: Message | null;
  /** It is at least as new as this event, of this log. */
  readonly stamp: number;
  readonly epoch: string;
}

export interface QueuedChange {
  readonly id: string;
  /** Its place: greater than that of every change that was queued before. */
  readonly order: number;
  /** Friend actions have one lane for all people in its place. */
  readonly chatId: string;
  readonly change: Change;
  /** When it was made, ISO 8601. */
  readonly at: string;
  /** It may have reached the server: nobody can take it back here any more. */
  readonly isTried: boolean;
  /** The code with which the server refused it; null while it was not. */
  readonly refusal: string | null;
  /** For the moment between the reply and the end of its place in the queue, in which other tabs learn of it. */
  readonly taken?: Taken;
}

export function byOrder(a: QueuedChange, b: QueuedChange): number {
  return a.order - b.order || (a.id < b.id ? -1 : 1);
}

/**
 * The change of a chat that is next. A message that was refused keeps its place, so those behind it wait until somebody
 * decides; whatever else was refused concerns a single message and holds up nothing.
 */
export function nextOf(changes: readonly QueuedChange[]): QueuedChange | undefined {
  let isSendingHeld = false;
  for (const one of changes) {
    const isSend = isNewMessage(one.change);
    if (one.refusal !== null) isSendingHeld ||= isSend;
    else if (!isSend || !isSendingHeld) return one;
  }
  return undefined;
}

/** A message behind a refused one of its chat. */
export function isHeld(one: QueuedChange, changes: readonly QueuedChange[]): boolean {
  const isRefusedBefore = (other: QueuedChange) =>
    other.chatId === one.chatId &&
    isNewMessage(other.change) &&
    other.refusal !== null &&
    byOrder(other, one) < 0;
  return isNewMessage(one.change) && changes.some(isRefusedBefore);
}

/** The files of a change; of most none. */
export const filesOf = (change: Change): readonly QueuedFile[] =>
  (change.kind === 'send' && change.files) || [];

/** It has not been tried, or was refused: nobody but this device knows of it. */
export function canDiscard({ isTried, refusal }: QueuedChange): boolean {
  return !isTried || refusal !== null;
}

/** What a later change leaves nothing to say of, as long as it has not been tried. */
export function isReplacedBy(queued: QueuedChange, change: Change): boolean {
  const { change: old, isTried } = queued;
  if (old.kind === 'read' && change.kind === 'read') return !isTried && old.seq <= change.seq;
  if (old.kind === 'archive' || old.kind === 'unread' || old.kind === 'draft')
    return canDiscard(queued) && old.kind === change.kind;
  if (old.kind === 'pin' && change.kind === 'pin')
    return canDiscard(queued) && old.seq === change.seq;
  if (old.kind === 'relate' && change.kind === 'relate')
    return canDiscard(queued) && old.id === change.id;
  if (old.kind === 'request' && change.kind === 'request')
    return canDiscard(queued) && old.to === change.to;
  return false;
}

/** The messages as they will be. What was refused changes nothing. */
export function withChanges(
  messages: readonly Message[],
  changes: readonly QueuedChange[],
  me: string,
): readonly Message[] {
  const pending = changes.filter(({ refusal }) => refusal === null);
  return pending.reduce<readonly Message[]>((all, one) => withChange(all, one, me), messages);
}

function withChange(
  messages: readonly Message[],
  { change, at }: QueuedChange,
  me: string,
): readonly Message[] {
  if (!('seq' in change) || change.kind === 'read') return messages;
  const isHidden = change.kind === 'delete' && change.scope === 'me';
  const left = isHidden ? messages.filter(({ seq }) => seq !== change.seq) : messages;
  return left.map((message) => {
    if (message.seq === change.seq) return changedMessage(message, change, at, me);
    const { replyTo } = message;
    const quote = replyTo?.seq === change.seq ? changedQuote(replyTo, change, at) : replyTo;
    return quote && quote !== replyTo ? { ...message, replyTo: quote } : message;
  });
}

/** What replies show of a message after the server has taken the change to it. */
export function changedQuote<Shown extends Quote | TargetQuote>(
  quote: Shown,
  change: Change,
  at: string,
): Shown {
  // Gone for good.
  if (isQuoteGone(quote)) return quote;
  if (change.kind === 'edit') return { ...quote, text: quotedText(change.text) };
  if (change.kind !== 'delete') return quote;
  const deletedAt = change.scope === 'me' ? null : at;
  return withoutFiles({ ...quote, text: '', deletedAt }) as Shown;
}

/** What a deletion leaves nothing of. */
function withoutContent({
  replyTo: _replyTo,
  forwarded: _forwarded,
  attachments: _attachments,
  ...message
}: Message): Message {
  return message;
}

/** A message after the server has taken the change. */
export function changedMessage(message: Message, change: Change, at: string, me: string): Message {
  if (message.deletedAt !== null) return message;
  if (change.kind === 'edit') return { ...message, text: change.text, editedAt: at };
  if (change.kind === 'delete')
    return withoutContent({ ...message, text: '', editedAt: null, deletedAt: at, reactions: [] });
  if (change.kind !== 'react') return message;
  const { emoji, isOn } = change;
  const others = message.reactions.filter((one) => one.userId !== me || one.emoji !== emoji);
  return { ...message, reactions: isOn ? [...others, { userId: me, emoji }] : others };
}

/** Refused, it is not shown: how far somebody has read says the next mark, too, and what is set of a chat has no row that could say so. */
export const isDropped = ({ kind }: Change, refusal: string) =>
  ['read', 'archive', 'unread', 'draft'].includes(kind) ||
  // Nor has one of a message that is not there any more.
  (refusal === 'message_not_found' && ['edit', 'react', 'pin', 'delete'].includes(kind));

/** Whether what was refused with this code may be taken when it is tried again. */
export const canBeTaken = (refusal: string) => !['too_late', 'message_deleted'].includes(refusal);

/** In order. Null and other shapes are what another program has left there. */
export function sorted(found: readonly (QueuedChange | null)[]): QueuedChange[] {
  return found.filter((one): one is QueuedChange => one?.change?.kind !== undefined).sort(byOrder);
}

/** What was settled from one state of a change to the next; null for what is not in the storage. What leaves it untried was discarded. */
export function settledBetween(
  before: QueuedChange | null,
  after: QueuedChange | null,
): QueuedChange | null {
  if (!before || before.refusal !== null || before.taken) return null;
  if (!after) return before.isTried ? before : null;
  return after.refusal !== null || after.taken ? after : null;
}
