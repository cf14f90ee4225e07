// A row of the list of chats: a way to the conversation, and the menu of the chat.
import { useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Chat, Message } from '../api/chats.js';
import { readDraft, readDraftFiles, watchDrafts } from '../api/kept-drafts.js';
import { useOnline, useTyping } from '../api/presence.js';
import type { NewMessage } from '../store/queue-model.js';
import { useIsMuted } from '../store/use-muted.js';
import { useStore } from '../store/use-store.js';
import { useRefusedChange, useWaitingMessage, type WaitingMessage } from '../store/use-waiting.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/texts.js';
import { lazyScript } from '../ui/lazy.js';
import { MenuOnPress } from '../ui/menu.js';
import { filesWords, kindOfType, messageWords } from '../ui/message-words.js';
import { MutedSign } from '../ui/muted-sign.js';
import { countText } from '../ui/page.js';
import { Avatar, personName } from '../ui/person.js';
import { RovingRow } from '../ui/roving-tabindex.js';
import { Time } from '../ui/time.js';

// A hundred rows have a menu, of which one is opened now and then.
const loadMenu = () => import('./chat-row-menu.js');
const ChatRowMenu = lazyScript(loadMenu);

interface RowState {
  readonly isTabStop: boolean;
  readonly isCurrent: boolean;
}

interface RowProps extends RowState {
  readonly chatId: string;
  readonly person: Chat['person'];
  /** Beside the way to the conversation. */
  readonly menu?: ReactNode;
  readonly children?: ReactNode;
}

export function Row({ chatId, person, isTabStop, isCurrent, menu, children }: RowProps) {
  const texts = useTexts();
  const isOnline = useOnline().has(person.id);
  const name = personName(person, texts);
  return (
    <li className="chat-row" data-row={chatId}>
      <Link
        className="chat-link"
        href={`/chats/${chatId}`}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Avatar person={person} name={name} online={isOnline} />
        <bdi className="chat-name">{name}</bdi>
        {children}
      </Link>
      <RovingRow isTabStop={isTabStop}>{menu}</RovingRow>
    </li>
  );
}

export function ChatRow({ chat, ...state }: RowState & { readonly chat: Chat }) {
  const { chatId, person, lastMessage } = chat;
  const isMuted = useIsMuted(chat);
  return (
    <Row chatId={chatId} person={person} menu={<RowMenu chat={chat} />} {...state}>
      <span className="chat-time">
        {isMuted && <MutedSign />}
        <Time at={lastMessage.createdAt} format="short" />
      </span>
      <Preview chat={chat} isCurrent={state.isCurrent} />
      <UnreadSign chat={chat} />
    </Row>
  );
}

function RowMenu({ chat }: { readonly chat: Chat }) {
  const texts = useTexts();
  const name = personName(chat.person, texts);
  const label = texts.chats.actions(name);
  return (
    <span className="chat-menu">
      <MenuOnPress label={label} onNear={loadMenu}>
        <ChatRowMenu {...{ chat, name, label }} />
      </MenuOnPress>
    </span>
  );
}

/** How many messages are unread, or a dot where the chat was marked as unread. */
function UnreadSign({ chat: { unread, markedUnread } }: { readonly chat: Chat }) {
  const { chats } = useTexts();
  if (unread === 0 && !markedUnread) return null;
  if (unread === 0)
    return (
      <span className="count count-dot">
        <span className="unseen">{chats.markedUnread}</span>
      </span>
    );
  return (
    <span className="count">
      <span aria-hidden="true">{countText(unread)}</span>
      <span className="unseen">{chats.unread(unread)}</span>
    </span>
  );
}

/** Of a chat in which nothing is written yet but what waits here. */
export function ChatToBegin({ chatId, person, ...state }: Omit<RowProps, 'menu' | 'children'>) {
  const texts = useTexts();
  const waiting = useWaitingMessage(chatId);
  const draft = useSyncExternalStore(watchDrafts, () => draftWords(chatId, texts));
  return (
    <Row {...{ chatId, person }} {...state}>
      {waiting && <WaitingPreview waiting={waiting} />}
      {!waiting && draft && (
        <span className="chat-preview">
          <em>{texts.chats.draft}</em>
          <span dir="auto">{draft}</span>
        </span>
      )}
    </Row>
  );
}

/** Of files it is not known here what they are. */
function draftWords(chatId: string, texts: Texts): string {
  const files = readDraftFiles(chatId).map(() => 'file' as const);
  return readDraft(chatId) || (files.length > 0 ? filesWords(files, texts) : '');
}

function WaitingPreview({ waiting: { change, refusal } }: { readonly waiting: WaitingMessage }) {
  const texts = useTexts();
  return (
    <span className="chat-preview">
      {refusal === null ? <span>{texts.chats.you}</span> : <em>{texts.conversation.notSent}:</em>}
      <span dir="auto">{waitingWords(change, texts)}</span>
    </span>
  );
}

function waitingWords(message: NewMessage, texts: Texts): string {
  if (message.kind === 'forward') return texts.conversation.forwarded;
  const { text, files } = message;
  return messageWords({ text, attachments: files?.map(({ type }) => kindOfType(type)) }, texts);
}

const wordsOf = (message: Message, texts: Texts) =>
  message.deletedAt ? texts.chats.deleted : messageWords(message, texts);

function Preview({ chat, isCurrent }: { readonly chat: Chat; readonly isCurrent: boolean }) {
  const texts = useTexts();
  const { me } = useStore();
  const isTyping = useTyping(chat.chatId);
  const { lastMessage, chatId, person } = chat;
  const written = useSyncExternalStore(watchDrafts, () => readDraft(chatId));
  const draft = isCurrent ? '' : written;
  const waiting = useWaitingMessage(chatId);
  const refused = useRefusedChange(chatId)?.change;
  if (isTyping)
    return (
      <span className="chat-preview chat-typing" data-passing="">
        <span>{texts.conversation.typing(personName(person, texts))}</span>
      </span>
    );
  const isRefused = waiting !== null && waiting.refusal !== null;
  if (isRefused || (waiting && !refused && !draft)) return <WaitingPreview waiting={waiting} />;
  if (refused)
    return (
      <span className="chat-preview">
        <em>{texts.conversation.notSaved}:</em>
        <span dir="auto">
          {refused.kind === 'edit' ? refused.text : wordsOf(lastMessage, texts)}
        </span>
      </span>
    );
  const text = wordsOf(lastMessage, texts);
  const isOwn = lastMessage.senderId === me;
  return (
    <span className="chat-preview">
      {draft ? <em>{texts.chats.draft}</em> : isOwn && <span>{texts.chats.you}</span>}
      <span dir="auto">{draft || text}</span>
    </span>
  );
}
