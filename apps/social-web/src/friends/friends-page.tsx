import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { LoadFailure } from '../layout/load-failure.js';
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
  const rows = useRows(view);
  return (
    <div className="page">
      <h1>{words.friends.title}</h1>
      <AddFriendForm />
      <nav className="views" aria-label={words.friends.title}>
        {views.map((name) => (
          <Link
            key={name}
            href={`/friends/${name}`}
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
      {data && rows.length === 0 && <p className="empty">{words.friends.empty[view]}</p>}
      <ul className="people">{rows}</ul>
    </div>
  );
}

function useRows(view: View) {
  const { data } = useQuery(friendsQuery);
  const online = useOnline();
  if (!data) return [];
  switch (view) {
    case 'pending':
      return [
        ...data.incoming.map((person) => <IncomingRow key={person.id} person={person} />),
        ...data.outgoing.map((person) => <OutgoingRow key={person.id} person={person} />),
      ];
    case 'blocked':
      return data.blocked.map((person) => <BlockedRow key={person.id} person={person} />);
    default: {
      const here = data.friends.filter(({ id }) => online.has(id));
      const away = view === 'all' ? data.friends.filter(({ id }) => !online.has(id)) : [];
      return [...here, ...away].map((person) => (
        <FriendRow key={person.id} person={person} online={online.has(person.id)} />
      ));
    }
  }
}
