import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';
import { useChatPerson } from '../chats/chat-person.js';
import type { Message } from '../chats/chats.js';
import { shortTime } from '../chats/short-time.js';
import { LoadFailure } from '../layout/load-failure.js';
import { MoreButton } from '../layout/more-button.js';
import { personName } from '../layout/person-name.js';
import { useRoving } from '../layout/roving.js';
import { useMe } from '../session/session.js';
import { useLanguage, useWords } from '../words/words.js';
import './search.css';

const searchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: keys.search(q),
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam ? { q, cursor: pageParam } : { q };
      return dataOf(socialApi.GET('/api/messages/search', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // Messages change, and a search is made again on purpose.
    staleTime: 10_000,
  });

export default function SearchPage() {
  const words = useWords();
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const pages = useInfiniteQuery(searchQuery(q));
  const { data, error, refetch, isFetching } = pages;
  const found = q ? (data?.pages.flatMap(({ messages }) => messages) ?? []) : [];
  const { stop, frame, onFocus, onKeyDown } = useRoving<HTMLUListElement>(
    found.map(({ id }) => id),
  );
  return (
    <div className="page">
      <h1>{words.search.title}</h1>
      <input
        className="search-field"
        type="search"
        aria-label={words.search.label}
        placeholder={words.search.label}
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <p role="status" className="empty">
        {q === '' ? words.search.hint : toldAbout(found.length, isFetching, words)}
      </p>
      <ul className="found" ref={frame} onFocus={onFocus} onKeyDown={onKeyDown}>
        {found.map((message) => (
          <Found key={message.id} message={message} isStop={message.id === stop} />
        ))}
      </ul>
      {q !== '' && (
        <MoreButton text={words.search.more} count={found.length} frame={frame} pages={pages} />
      )}
    </div>
  );
}

function toldAbout(count: number, isFetching: boolean, words: ReturnType<typeof useWords>): string {
  if (count > 0) return words.search.found(count);
  return isFetching ? words.loading : words.search.none;
}

interface FoundProps {
  readonly message: Message;
  readonly isStop: boolean;
}

function Found({ message, isStop }: FoundProps) {
  const { words, locale } = useLanguage();
  const me = useMe();
  const person = useChatPerson(message.chatId);
  return (
    <li>
      <Link
        className="found-row"
        href={`/chats/${message.chatId}?at=${message.seq}`}
        data-row={message.id}
        tabIndex={isStop ? 0 : -1}
      >
        <bdi className="found-with">{words.search.with(personName(person, words))}</bdi>
        <time dateTime={message.createdAt}>{shortTime(message.createdAt, locale)}</time>
        <span className="found-text">
          {message.senderId === me.id && `${words.chats.you} `}
          <bdi>{message.text}</bdi>
        </span>
      </Link>
    </li>
  );
}
