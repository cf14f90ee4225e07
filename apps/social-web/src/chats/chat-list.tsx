import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { partnerOf, type Chat } from '../api/chats.js';
import { friendsQuery, type Friend } from '../api/friends.js';
import type { ChatListName } from '../chat-menu/chat-lists.js';
import { friendOf, nobody } from '../store/partner.js';
import { useChatList, useStore } from '../store/use-store.js';
import { useChatsToBegin } from '../store/use-waiting.js';
import { useTexts } from '../texts/texts.js';
import { MoreButton } from '../ui/more-button.js';
import { LoadFailure, Loading } from '../ui/page.js';
import { useRovingTabIndex } from '../ui/roving-tabindex.js';
import { useHeldWhilePressed } from '../ui/while-pressed.js';
import { ArchiveLink } from './archive-link.js';
import { ChatRow, ChatToBegin, Row } from './chat-row.js';

interface ChatListProps {
  readonly list: ChatListName;
  /** The chat of the conversation that is open. */
  readonly current: string | null;
  /** Shows the other one beside a conversation that stays open. */
  readonly onShow: (list: ChatListName) => void;
}

export function ChatList({ list, current, onShow }: ChatListProps) {
  const pages = useChatList();
  const { chats, isLoaded, error, refetch, hasNextPage } = pages;
  const { data: relations } = useQuery(friendsQuery);
  const texts = useTexts();
  const isArchive = list === 'archive';
  const listed = useMemo(
    () => chats.filter(({ archived = false }) => archived === isArchive),
    [chats, isArchive],
  );
  // A friend who is not among the loaded chats may be among those of a further page.
  const isWhole = !hasNextPage && !isArchive;
  const { me } = useStore();
  // Somebody who is a friend no more may be known from a further page.
  const toBegin = useChatsToBegin(chats, relations?.friends).flatMap((chatId) => {
    const friend = friendOf(relations?.friends, chatId, me);
    const isListed = !isArchive && (friend !== undefined || (isWhole && relations !== undefined));
    return isListed ? [{ chatId, person: friend ?? nobody(partnerOf(chatId, me)) }] : [];
  });
  const withoutChat = isWhole ? friendsWithoutChat([...chats, ...toBegin], relations?.friends) : [];
  const { shown, onPointerDown } = useHeldWhilePressed({
    begun: toBegin,
    listed,
    others: withoutChat,
  });
  const { begun, listed: rows, others } = shown;
  const { tabStop, focusTabStop, frame, onFocus, onKeyDown } = useRovingTabIndex<HTMLDivElement>(
    [...begun, ...rows, ...others].map(({ chatId }) => chatId),
    { start: rows.find(({ chatId }) => chatId === current)?.chatId },
  );
  useFocusOnReturn(current, focusTabStop);
  if (!isLoaded && error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!isLoaded) return <Loading />;
  const stateOf = (chatId: string) => ({
    isTabStop: chatId === tabStop,
    isCurrent: chatId === current,
  });
  const archived = isArchive ? 0 : chats.length - listed.length;
  return (
    <div ref={frame} {...{ onFocus, onKeyDown, onPointerDown }}>
      {archived > 0 && <ArchiveLink {...{ count: archived, current, onShow }} />}
      {chats.length + begun.length === 0 && !isArchive && (
        <NoChats hasFriends={others.length > 0} />
      )}
      {rows.length === 0 && isArchive && <p className="empty">{texts.archive.none}</p>}
      <ul>
        {begun.map((one) => (
          <ChatToBegin key={one.chatId} {...one} {...stateOf(one.chatId)} />
        ))}
        {rows.map((chat) => (
          <ChatRow key={chat.chatId} chat={chat} {...stateOf(chat.chatId)} />
        ))}
      </ul>
      <MoreButton text={texts.chats.more} count={rows.length} frame={frame} pages={pages} />
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

function friendsWithoutChat(
  chats: readonly Pick<Chat, 'chatId'>[],
  friends: readonly Friend[] = [],
) {
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
