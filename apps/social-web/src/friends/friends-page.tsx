import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import { friendsQuery, useFriendRequest } from '../api/friends.js';
import { useOnline } from '../api/presence.js';
import { useTexts } from '../texts/texts.js';
import { errorText, LoadFailure } from '../ui/page.js';
import { RovingRow, useRovingTabIndex } from '../ui/roving-tabindex.js';
import { BlockedRow, FriendRow, IncomingRow, OutgoingRow } from './person-rows.js';
import './friends.css';

const views = ['online', 'all', 'pending', 'blocked'] as const;
type View = (typeof views)[number];

export default function FriendsPage({ view: requested }: { readonly view: string | undefined }) {
  const texts = useTexts();
  const view = views.find((known) => known === requested) ?? 'all';
  const { data, error, refetch } = useQuery(friendsQuery);
  const people = usePeople(view);
  const currentLink = useRef<HTMLAnchorElement>(null);
  const { tabStop, frame, onFocus, onKeyDown } = useRovingTabIndex<HTMLUListElement>(
    people.map(({ id }) => id),
    { onEmpty: () => currentLink.current?.focus() },
  );
  return (
    <div className="page">
      <h1>{texts.friends.title}</h1>
      <AddFriendForm />
      <nav className="views" aria-label={texts.friends.title}>
        {views.map((name) => (
          <Link
            key={name}
            href={`/friends/${name}`}
            ref={name === view ? currentLink : undefined}
            aria-current={name === view ? 'page' : undefined}
          >
            {texts.friends.views[name]}
            {name === 'pending' && !!data?.incoming.length && (
              <span className="count">{data.incoming.length}</span>
            )}
          </Link>
        ))}
      </nav>
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      {data && people.length === 0 && <p className="empty">{texts.friends.empty[view]}</p>}
      <ul className="people" ref={frame} onFocus={onFocus} onKeyDown={onKeyDown}>
        {people.map(({ id, row }) => (
          <RovingRow key={id} isTabStop={id === tabStop}>
            {row}
          </RovingRow>
        ))}
      </ul>
    </div>
  );
}

/** The people of a view, each with the row that it shows. */
function usePeople(view: View): { id: string; row: ReactNode }[] {
  const { data } = useQuery(friendsQuery);
  const online = useOnline();
  if (!data) return [];
  const rowsOf = <P extends { id: string }>(people: P[], draw: (person: P) => ReactNode) =>
    people.map((person) => ({ id: person.id, row: draw(person) }));
  switch (view) {
    case 'pending':
      return [
        ...rowsOf(data.incoming, (person) => <IncomingRow person={person} />),
        ...rowsOf(data.outgoing, (person) => <OutgoingRow person={person} />),
      ];
    case 'blocked':
      return rowsOf(data.blocked, (person) => <BlockedRow person={person} />);
    default: {
      const present = data.friends.filter(({ id }) => online.has(id));
      const absent = view === 'all' ? data.friends.filter(({ id }) => !online.has(id)) : [];
      return rowsOf([...present, ...absent], (person) => (
        <FriendRow person={person} online={online.has(person.id)} />
      ));
    }
  }
}

function AddFriendForm() {
  const texts = useTexts();
  const [email, setEmail] = useState('');
  const request = useFriendRequest();
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (email.trim() && !request.isPending)
      request.mutate(email, { onSuccess: () => setEmail('') });
  }

  return (
    <form className="add-friend" onSubmit={submit} noValidate>
      <label htmlFor={id}>{texts.friends.add}</label>
      <div className="add-friend-row">
        <input
          id={id}
          type="email"
          inputMode="email"
          autoComplete="off"
          placeholder={texts.friends.email}
          value={email}
          onChange={({ target }) => {
            setEmail(target.value);
            request.reset();
          }}
          aria-invalid={request.isError}
          aria-describedby={`${id}-status`}
        />
        <button className="button button-strong" aria-disabled={request.isPending}>
          {texts.friends.sendRequest}
        </button>
      </div>
      <p id={`${id}-status`} role="status" className={request.isError ? 'fault' : 'confirmation'}>
        {request.isError && errorText(texts, request.error)}
        {request.isSuccess && texts.friends.requestSent}
      </p>
    </form>
  );
}
