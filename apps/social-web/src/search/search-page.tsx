import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { useMe } from '../api/account.js';
import type { Message } from '../api/chats.js';
import { dataOf, isTransient, socialApi } from '../api/client.js';
import { keys } from '../api/query-cache.js';
import type { SearchQuery } from '../api/search.js';
import { useKeptSearch } from '../store/kept-search.js';
import { useStillThere } from '../store/still-there.js';
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
import { highlight } from './highlight.js';
import { SearchFilters } from './search-filters.js';
import { isAskable, isTooLong, toQuery } from './sought.js';
import { useSought } from './use-sought.js';
import './search.css';

const searchQuery = (asked: SearchQuery) =>
  infiniteQueryOptions({
    queryKey: keys.search(asked),
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam ? { ...asked, cursor: pageParam } : asked;
      return dataOf(socialApi.GET('/api/messages/search', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: isAskable(asked.q),
    placeholderData: keepPreviousData,
    // Live events do not change results, so a repeated search fetches them anew.
    staleTime: 10_000,
  });

const none: readonly Message[] = [];

export default function SearchPage() {
  const texts = useTexts();
  const { id: me } = useMe();
  const { sought, change, write, filter } = useSought(me);
  const field = useRef<HTMLInputElement>(null);
  useFocusAtStart(field);
  const query = toQuery({ ...sought, q: useDeferredValue(sought.q) }, me);
  const { q } = query;
  const pages = useInfiniteQuery(searchQuery(query));
  const { data, error, refetch, isFetching } = pages;
  const isAway = pages.isPaused || (error !== null && isTransient(error));
  const isRefused = error !== null && !isAway;
  const kept = useKeptSearch(query, isAway);
  const everywhere = useMemo(() => data?.pages.flatMap(({ messages }) => messages) ?? none, [data]);
  const isAsked = isAskable(q);
  const found = useStillThere(!isAsked ? none : isAway ? kept : everywhere);
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
        value={sought.q}
        ref={field}
        onChange={({ target }) => change(target.value)}
        onBlur={write}
      />
      <SearchFilters sought={sought} onFilter={filter} />
      {isRefused && <LoadFailure error={error} onRetry={refetch} />}
      {isAway && isAsked && <p className="notice">{texts.search.onlyHere}</p>}
      <p role="status" className="empty">
        {q === '' && texts.search.hint}
        {isTooLong(q) && texts.search.tooLong}
        {isAsked && !isRefused && summary(found.length, isFetching && !isAway, texts)}
      </p>
      <ul className="found" ref={frame} onFocus={onFocus} onKeyDown={onKeyDown}>
        {found.map((message) => (
          <Found key={message.id} {...{ message, q }} isTabStop={message.id === tabStop} />
        ))}
      </ul>
      {isAsked && !isAway && (
        <MoreButton text={texts.search.more} count={found.length} frame={frame} pages={pages} />
      )}
    </div>
  );
}

function summary(count: number, isFetching: boolean, texts: Texts): string {
  if (count > 0) return texts.search.found(count);
  return isFetching ? texts.loading : texts.search.none;
}

interface FoundProps {
  readonly message: Message;
  readonly q: string;
  readonly isTabStop: boolean;
}

function Found({ message, q, isTabStop }: FoundProps) {
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
          <bdi>
            {highlight(messageWords(message, texts), q).map(({ text, isHit }, index) =>
              isHit ? <mark key={index}>{text}</mark> : text,
            )}
          </bdi>
        </span>
      </Link>
    </li>
  );
}
