import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { LoadFailure } from '../layout/load-failure.js';
import { RovingRow, useRoving } from '../layout/roving.js';
import { useWords } from '../words/words.js';
import { AddFriendForm } from './add-friend-form.js';
import { friendsQuery, useOnline } from './friends.js';
import { BlockedRow, FriendRow, IncomingRow, OutgoingRow } from './person-rows.js';
import './friends.css';

const views = ['online', 'all', 'pending', 'blocked'] as const;
type View = (typeof views)[number];

export default function FriendsPage({ view: wish }: { readonly view: string | undefined }) {
  const words = useWords();
  const view = views.find((known) => known === wish) ?? 'all';
  const { data, error, refetch } = useQuery(friendsQuery);
  const people = usePeople(view);
  const here = useRef<HTMLAnchorElement>(null);
  const { stop, frame, onFocus, onKeyDown } = useRoving<HTMLUListElement>(
    people.map(({ id }) => id),
    { onEmpty: () => here.current?.focus() },
  );
  return (
    <div className="page">
      <h1>{words.friends.title}</h1>
      <AddFriendForm />
      <nav className="views" aria-label={words.friends.title}>
        {views.map((name) => (
          <Link
            key={name}
            href={`/friends/${name}`}
            ref={name === view ? here : undefined}
            aria-current={name === view ? 'page' : undefined}
          >
            {words.friends.views[name]}
            {name === 'pending' && !!data?.incoming.length && (
              <span className="count">{data.incoming.length}</span>
            )}
          </Link>
        ))}
      </nav>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && people.length === 0 && <p className="empty">{words.friends.empty[view]}</p>}
      <ul className="people" ref={frame} onFocus={onFocus} onKeyDown={onKeyDown}>
        {people.map(({ id, row }) => (
          <RovingRow key={id} isStop={id === stop}>
            {row}
          </RovingRow>
        ))}
      </ul>
    </div>
  );
}

/** Whom a view shows, each with the row that belongs there. */
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
      const here = data.friends.filter(({ id }) => online.has(id));
      const away = view === 'all' ? data.friends.filter(({ id }) => !online.has(id)) : [];
      return rowsOf([...here, ...away], (person) => (
        <FriendRow person={person} online={online.has(person.id)} />
      ));
    }
  }
}
