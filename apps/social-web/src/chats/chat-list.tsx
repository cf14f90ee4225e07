import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { readDraft } from '../conversation/draft.js';
import { friendsQuery, useOnline } from '../friends/friends.js';
import { Avatar } from '../layout/avatar.js';
import { LoadFailure } from '../layout/load-failure.js';
import { personName } from '../layout/person-name.js';
import { useTyping } from '../live/typing.js';
import { useMe } from '../session/session.js';
import { useLanguage, useWords } from '../words/words.js';
import { chatsOf, chatsQuery, type Chat } from './chats.js';
import { shortTime } from './short-time.js';

export function ChatList({ current }: { readonly current: string | null }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(chatsQuery);
  const { data: relations } = useQuery(friendsQuery);
  const words = useWords();
  if (!data && error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <p role="status" aria-label={words.loading} />;
  const chats = chatsOf(data);
  // Who is not among the chats may still be among those that are not loaded.
  const silent = hasNextPage
    ? []
    : (relations?.friends ?? []).filter(
        (one) => !chats.some(({ chatId }) => chatId === one.chatId),
      );
  return (
    <>
      {chats.length === 0 && <p className="empty">{words.chats.none}</p>}
      <ul className="chat-rows">
        {chats.map((chat) => (
          <ChatRow key={chat.chatId} chat={chat} isCurrent={chat.chatId === current} />
        ))}
      </ul>
      {hasNextPage && (
        <button className="button" onClick={() => void fetchNextPage()}>
          {words.chats.more}
        </button>
      )}
      {silent.length > 0 && <h2 className="chats-start">{words.chats.start}</h2>}
      <ul className="chat-rows">
        {silent.map((person) => (
          <li key={person.id}>
            <Link
              className="chat-row"
              href={`/chats/${person.chatId}`}
              aria-current={person.chatId === current ? 'page' : undefined}
            >
              <Avatar id={person.id} name={personName(person, words)} image={person.image} />
              <bdi className="chat-name">{personName(person, words)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function ChatRow({ chat, isCurrent }: { readonly chat: Chat; readonly isCurrent: boolean }) {
  const { words, locale } = useLanguage();
  const online = useOnline();
  const { chatId, person, unread, lastMessage } = chat;
  const name = personName(person, words);
  return (
    <li>
      <Link
        className="chat-row"
        href={`/chats/${chatId}`}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Avatar id={person.id} name={name} image={person.image} online={online.has(person.id)} />
        <bdi className="chat-name">{name}</bdi>
        <time className="chat-time" dateTime={lastMessage.createdAt}>
          {shortTime(lastMessage.createdAt, locale)}
        </time>
        <Preview chat={chat} isCurrent={isCurrent} />
        {unread > 0 && (
          <span className="count">
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span className="unseen">{words.chats.unread(unread)}</span>
          </span>
        )}
      </Link>
    </li>
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
