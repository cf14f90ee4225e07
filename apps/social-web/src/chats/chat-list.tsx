import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Chat } from '../api/chats.js';
import { readDraft } from '../api/device-storage.js';
import { friendsQuery, type Friend } from '../api/friends.js';
import { useOnline, useTyping } from '../api/presence.js';
import { useIsMuted } from '../store/use-muted.js';
import { useChatList, useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { MoreButton } from '../ui/more-button.js';
import { MutedSign } from '../ui/muted-sign.js';
import { LoadFailure, Loading } from '../ui/page.js';
import { Avatar, personName } from '../ui/person.js';
import { useRovingTabIndex } from '../ui/roving-tabindex.js';
import { Time } from '../ui/time.js';

export function ChatList({ current }: { readonly current: string | null }) {
  const pages = useChatList();
  const { chats, isLoaded, error, refetch, hasNextPage } = pages;
  const { data: relations } = useQuery(friendsQuery);
  const texts = useTexts();
  // A friend who is not among the loaded chats may be among those of a further page.
  const others = hasNextPage ? [] : friendsWithoutChat(chats, relations?.friends);
  const { tabStop, focusTabStop, frame, onFocus, onKeyDown } = useRovingTabIndex<HTMLDivElement>(
    [...chats, ...others].map(({ chatId }) => chatId),
    { start: current ?? undefined },
  );
  useFocusOnReturn(current, focusTabStop);
  if (!isLoaded && error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!isLoaded) return <Loading />;
  const stateOf = (chatId: string) => ({
    isTabStop: chatId === tabStop,
    isCurrent: chatId === current,
  });
  return (
    <div ref={frame} onFocus={onFocus} onKeyDown={onKeyDown}>
      {chats.length === 0 && <NoChats hasFriends={others.length > 0} />}
      <ul>
        {chats.map((chat) => (
          <ChatRow key={chat.chatId} chat={chat} {...stateOf(chat.chatId)} />
        ))}
      </ul>
      <MoreButton text={texts.chats.more} count={chats.length} frame={frame} pages={pages} />
      {others.length > 0 && <h2 className="chats-start">{texts.chats.start}</h2>}
      <ul>
        {others.map((friend) => (
          <Row key={friend.id} chatId={friend.chatId} person={friend} {...stateOf(friend.chatId)} />
        ))}
      </ul>
    </div>
  );
}

/** Says how to begin. */
function NoChats({ hasFriends }: { readonly hasFriends: boolean }) {
  const { chats, friends, invitations } = useTexts();
  if (hasFriends) return <p className="empty">{chats.none}</p>;
  return (
    <div className="chats-begin">
      <p>{chats.begin}</p>
      <Link className="button button-strong" href="/friends/all">
        {friends.add}
      </Link>
      <Link className="button" href="/friends/invite">
        {invitations.invite}
      </Link>
    </div>
  );
}

function friendsWithoutChat(chats: readonly Chat[], friends: readonly Friend[] = []) {
  return friends.filter(({ chatId }) => !chats.some((chat) => chat.chatId === chatId));
}

/** Where a conversation takes the whole screen, closing it brings the focus back to its row. */
function useFocusOnReturn(current: string | null, focusTabStop: () => void): void {
  const previous = useRef(current);
  useEffect(() => {
    const isReturn = previous.current !== null && current === null;
    previous.current = current;
    if (isReturn && document.activeElement === document.body) focusTabStop();
  });
}

interface RowState {
  readonly isTabStop: boolean;
  readonly isCurrent: boolean;
}

interface RowProps extends RowState {
  readonly chatId: string;
  readonly person: Chat['person'];
  readonly children?: ReactNode;
}

function Row({ chatId, person, isTabStop, isCurrent, children }: RowProps) {
  const texts = useTexts();
  const isOnline = useOnline().has(person.id);
  const name = personName(person, texts);
  return (
    <li>
      <Link
        className="chat-row"
        href={`/chats/${chatId}`}
        data-row={chatId}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Avatar person={person} name={name} online={isOnline} />
        <bdi className="chat-name">{name}</bdi>
        {children}
      </Link>
    </li>
  );
}

function ChatRow({ chat, ...state }: RowState & { readonly chat: Chat }) {
  const texts = useTexts();
  const { chatId, person, unread, lastMessage } = chat;
  const isMuted = useIsMuted(chat);
  return (
    <Row chatId={chatId} person={person} {...state}>
      <span className="chat-time">
        {isMuted && <MutedSign />}
        <Time at={lastMessage.createdAt} format="short" />
      </span>
      <Preview chat={chat} isCurrent={state.isCurrent} />
      {unread > 0 && (
        <span className="count">
          <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
          <span className="unseen">{texts.chats.unread(unread)}</span>
        </span>
      )}
    </Row>
  );
}

function Preview({ chat, isCurrent }: { readonly chat: Chat; readonly isCurrent: boolean }) {
  const texts = useTexts();
  const { me } = useStore();
  const isTyping = useTyping(chat.chatId);
  const { lastMessage, chatId, person } = chat;
  const draft = isCurrent ? '' : readDraft(chatId);
  if (isTyping)
    return (
      <span className="chat-preview chat-typing">
        <span>{texts.conversation.typing(personName(person, texts))}</span>
      </span>
    );
  const text = lastMessage.deletedAt ? texts.chats.deleted : lastMessage.text;
  const isOwn = lastMessage.senderId === me;
  return (
    <span className="chat-preview">
      {draft ? <em>{texts.chats.draft}</em> : isOwn && <span>{texts.chats.you}</span>}
      <span dir="auto">{draft || text}</span>
    </span>
  );
}
