import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { readDraft } from '../conversation/draft.js';
import { friendsQuery, useOnline, type Friend } from '../friends/friends.js';
import { Avatar } from '../layout/avatar.js';
import { LoadFailure } from '../layout/load-failure.js';
import { MoreButton } from '../layout/more-button.js';
import { personName } from '../layout/person-name.js';
import { useRoving } from '../layout/roving.js';
import { useTyping } from '../live/typing.js';
import { useMe } from '../session/session.js';
import { useLanguage, useWords } from '../words/words.js';
import { chatsOf, chatsQuery, type Chat } from './chats.js';
import { shortTime } from './short-time.js';

export function ChatList({ current }: { readonly current: string | null }) {
  const pages = useInfiniteQuery(chatsQuery);
  const { data, error, refetch, hasNextPage } = pages;
  const { data: relations } = useQuery(friendsQuery);
  const words = useWords();
  const chats = data && chatsOf(data);
  // Who is not among the chats may still be among those that are not loaded.
  const silent = hasNextPage ? [] : friendsWithout(chats, relations?.friends);
  const { stop, focusStop, frame, onFocus, onKeyDown } = useRoving<HTMLDivElement>(
    [...(chats ?? []), ...silent].map(({ chatId }) => chatId),
    { start: current ?? undefined },
  );
  useReturn(current, focusStop);
  if (!chats && error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!chats) return <p role="status" aria-label={words.loading} />;
  const marks = (chatId: string) => ({ isStop: chatId === stop, isCurrent: chatId === current });
  return (
    <div ref={frame} onFocus={onFocus} onKeyDown={onKeyDown}>
      {chats.length === 0 && <p className="empty">{words.chats.none}</p>}
      <ul className="chat-rows">
        {chats.map((chat) => (
          <ChatRow key={chat.chatId} chat={chat} {...marks(chat.chatId)} />
        ))}
      </ul>
      <MoreButton text={words.chats.more} count={chats.length} frame={frame} pages={pages} />
      {silent.length > 0 && <h2 className="chats-start">{words.chats.start}</h2>}
      <ul className="chat-rows">
        {silent.map((friend) => (
          <SilentRow key={friend.id} friend={friend} {...marks(friend.chatId)} />
        ))}
      </ul>
    </div>
  );
}

/** With whom nothing was written yet. */
function friendsWithout(chats: readonly Chat[] | undefined, friends: readonly Friend[] = []) {
  return friends.filter(({ chatId }) => !chats?.some((chat) => chat.chatId === chatId));
}

/** Where a conversation had the whole screen, the focus comes back to its row. */
function useReturn(current: string | null, focusStop: () => void): void {
  const before = useRef(current);
  useEffect(() => {
    const isBack = before.current !== null && current === null;
    before.current = current;
    if (isBack && document.activeElement === document.body) focusStop();
  });
}

interface Marks {
  readonly isStop: boolean;
  readonly isCurrent: boolean;
}

interface RowLinkProps extends Marks {
  readonly chatId: string;
  readonly children: ReactNode;
}

function RowLink({ chatId, isStop, isCurrent, children }: RowLinkProps) {
  return (
    <li>
      <Link
        className="chat-row"
        href={`/chats/${chatId}`}
        data-row={chatId}
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {children}
      </Link>
    </li>
  );
}

function SilentRow({ friend, ...marks }: Marks & { readonly friend: Friend }) {
  const words = useWords();
  const online = useOnline();
  const { id, image, chatId } = friend;
  const name = personName(friend, words);
  return (
    <RowLink chatId={chatId} {...marks}>
      <Avatar id={id} name={name} image={image} online={online.has(id)} />
      <bdi className="chat-name">{name}</bdi>
    </RowLink>
  );
}

function ChatRow({ chat, ...marks }: Marks & { readonly chat: Chat }) {
  const { words, locale } = useLanguage();
  const online = useOnline();
  const { chatId, person, unread, lastMessage } = chat;
  const name = personName(person, words);
  return (
    <RowLink chatId={chatId} {...marks}>
      <Avatar id={person.id} name={name} image={person.image} online={online.has(person.id)} />
      <bdi className="chat-name">{name}</bdi>
      <time className="chat-time" dateTime={lastMessage.createdAt}>
        {shortTime(lastMessage.createdAt, locale)}
      </time>
      <Preview chat={chat} isCurrent={marks.isCurrent} />
      {unread > 0 && (
        <span className="count">
          <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
          <span className="unseen">{words.chats.unread(unread)}</span>
        </span>
      )}
    </RowLink>
  );
}

function Preview({ chat, isCurrent }: { readonly chat: Chat; readonly isCurrent: boolean }) {
  const words = useWords();
  const me = useMe();
  const isTyping = useTyping(chat.chatId);
  const { lastMessage, chatId, person } = chat;
  const draft = isCurrent ? '' : readDraft(chatId);
  if (isTyping)
    return (
      <span className="chat-preview chat-typing">
        <span>{words.conversation.typing(personName(person, words))}</span>
      </span>
    );
  if (draft)
    return (
      <span className="chat-preview">
        <em>{words.chats.draft}</em>
        <span dir="auto">{draft}</span>
      </span>
    );
  const text = lastMessage.deletedAt ? words.chats.deleted : lastMessage.text;
  return (
    <span className="chat-preview">
      {lastMessage.senderId === me.id && <span>{words.chats.you}</span>}
      <span dir="auto">{text}</span>
    </span>
  );
}
