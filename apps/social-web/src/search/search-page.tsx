import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../api/account.js';
import type { Message } from '../api/chats.js';
import { dataOf, socialApi } from '../api/client.js';
import { keys } from '../api/query-cache.js';
import { usePartner } from '../store/use-store.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/texts.js';
import { MoreButton } from '../ui/more-button.js';
import { LoadFailure } from '../ui/page.js';
import { personName } from '../ui/person.js';
import { useRovingTabIndex } from '../ui/roving-tabindex.js';
import { Time } from '../ui/time.js';
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
    // Live events do not change results, so a repeated search fetches them anew.
    staleTime: 10_000,
  });

export default function SearchPage() {
  const texts = useTexts();
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const pages = useInfiniteQuery(searchQuery(q));
  const { data, error, refetch, isFetching } = pages;
  const found = q ? (data?.pages.flatMap(({ messages }) => messages) ?? []) : [];
  const { tabStop, frame, onFocus, onKeyDown } = useRovingTabIndex<HTMLUListElement>(
    found.map(({ id }) => id),
  );
  return (
    <div className="page">
      <h1>{texts.search.title}</h1>
      <input
        className="search-field"
        type="search"
        aria-label={texts.search.label}
        placeholder={texts.search.label}
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      {error && <LoadFailure error={error} onRetry={refetch} />}
      <p role="status" className="empty">
        {q === '' ? texts.search.hint : summary(found.length, isFetching, texts)}
      </p>
      <ul className="found" ref={frame} onFocus={onFocus} onKeyDown={onKeyDown}>
        {found.map((message) => (
          <Found key={message.id} message={message} isTabStop={message.id === tabStop} />
        ))}
      </ul>
      {q !== '' && (
        <MoreButton text={texts.search.more} count={found.length} frame={frame} pages={pages} />
      )}
    </div>
  );
}

function summary(count: number, isFetching: boolean, texts: Texts): string {
  if (count > 0) return texts.search.found(count);
  return isFetching ? texts.loading : texts.search.none;
}

function Found({ message, isTabStop }: { message: Message; isTabStop: boolean }) {
  const texts = useTexts();
  const me = useMe();
  const person = usePartner(message.chatId);
  return (
    <li>
      <Link
        className="found-row"
        href={`/chats/${message.chatId}?at=${message.seq}`}
        data-row={message.id}
        tabIndex={isTabStop ? 0 : -1}
      >
        <bdi className="found-with">{texts.search.with(personName(person, texts))}</bdi>
        <Time at={message.createdAt} format="short" />
        <span className="found-text">
          {message.senderId === me.id && `${texts.chats.you} `}
          <bdi>{message.text}</bdi>
        </span>
      </Link>
    </li>
  );
}
