import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useMe } from '../api/account.js';
import type { Message } from '../api/chats.js';
import { dataOf, isTransient, socialApi } from '../api/client.js';
import { keys } from '../api/query-cache.js';
import { useKeptSearch } from '../store/kept-search.js';
import { usePartner } from '../store/use-store.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/texts.js';
import { messageWords } from '../ui/message-words.js';
import { MoreButton } from '../ui/more-button.js';
import { LoadFailure } from '../ui/page.js';
import { personName } from '../ui/person.js';
import { useRovingTabIndex } from '../ui/roving-tabindex.js';
import { Time } from '../ui/time.js';
import { useFocusAtStart } from '../ui/use-focus-at-start.js';
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
  const { text, change, write } = useTextInAddress();
  const field = useRef<HTMLInputElement>(null);
  useFocusAtStart(field);
  const q = useDeferredValue(text.trim());
  const pages = useInfiniteQuery(searchQuery(q));
  const { data, error, refetch, isFetching } = pages;
  const isAway = pages.isPaused || (error !== null && isTransient(error));
  const isRefused = error !== null && !isAway;
  const kept = useKeptSearch(q, isAway);
  const everywhere = data?.pages.flatMap(({ messages }) => messages) ?? [];
  const found = q === '' ? [] : isAway ? kept : everywhere;
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
        ref={field}
        onChange={({ target }) => change(target.value)}
        onBlur={write}
      />
      {isRefused && <LoadFailure error={error} onRetry={refetch} />}
      {isAway && q !== '' && <p className="notice">{texts.search.onlyHere}</p>}
      <p role="status" className="empty">
        {q === '' && texts.search.hint}
        {q !== '' && !isRefused && summary(found.length, isFetching && !isAway, texts)}
      </p>
      <ul className="found" ref={frame} onFocus={onFocus} onKeyDown={onKeyDown}>
        {found.map((message) => (
          <Found key={message.id} message={message} isTabStop={message.id === tabStop} />
        ))}
      </ul>
      {q !== '' && !isAway && (
        <MoreButton text={texts.search.more} count={found.length} frame={frame} pages={pages} />
      )}
    </div>
  );
}

/** Browsers refuse an address that changes with every key. */
const writtenAfterMs = 300;

/** What is looked for also stands in the address, so that the way back from a message leads to what was found. */
function useTextInAddress() {
  const [path, navigate] = useLocation();
  const inAddress = new URLSearchParams(useSearch()).get('q') ?? '';
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address was changed by a link or a step through the history.
  if (inAddress !== seen) {
    setSeen(inAddress);
    setText(inAddress);
  }
  const put = (next: string) => {
    clearTimeout(timer.current);
    const query = next === '' ? '' : `?${new URLSearchParams({ q: next })}`;
    if (next !== inAddress) navigate(path + query, { replace: true });
  };
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(put, writtenAfterMs, next);
  };
  return { text, change, write: () => put(text) };
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
          <bdi>{messageWords(message, texts)}</bdi>
        </span>
      </Link>
    </li>
  );
}
