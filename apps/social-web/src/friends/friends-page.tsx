import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { friendsQuery, type Friend } from '../api/friends.js';
import { useOnline, usePresenceUnknown } from '../api/presence.js';
import { keys, refetchChanged } from '../api/query-cache.js';
import { useTexts } from '../texts/texts.js';
import { NotLoaded } from '../ui/page.js';
import { personName } from '../ui/person.js';
import { RovingRow, useRovingTabIndex } from '../ui/roving-tabindex.js';
import { AddFriendForm } from './add-friend-form.js';
import { PersonRow, type PersonRowProps } from './person-row.js';
import './friends.css';

const views = ['online', 'all', 'pending', 'blocked'] as const;
type View = (typeof views)[number];

export default function FriendsPage({ view: requested }: { readonly view: string | undefined }) {
  const texts = useTexts();
  const view = views.find((known) => known === requested) ?? 'all';
  const { data, error, refetch } = useQuery(friendsQuery);
  useAskedWhenOpened(view);
  const rows = useRows(view);
  const currentLink = useRef<HTMLAnchorElement>(null);
  const { tabStop, frame, onFocus, onKeyDown } = useRovingTabIndex<HTMLUListElement>(
    rows.map(({ person }) => person.id),
    { onEmpty: () => currentLink.current?.focus() },
  );
  return (
    <div className="page">
      <h1>{texts.friends.title}</h1>
      <AddFriendForm />
      <p>
        <Link className="button" href="/friends/invite">
          {texts.invitations.invite}
        </Link>
      </p>
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
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      {data && rows.length === 0 && <p className="empty">{texts.friends.empty[view]}</p>}
      <ul className="people" ref={frame} onFocus={onFocus} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <RovingRow key={row.person.id} isTabStop={row.person.id === tabStop}>
            <PersonRow {...row} />
          </RovingRow>
        ))}
      </ul>
    </div>
  );
}

/** Nothing tells of a new name of somebody who is no friend yet. */
function useAskedWhenOpened(view: View): void {
  const client = useQueryClient();
  useEffect(() => {
    if (view === 'pending') refetchChanged(client, { queryKey: keys.friends });
  }, [client, view]);
}

function useRows(view: View): PersonRowProps[] {
  const texts = useTexts();
  const { data } = useQuery(friendsQuery);
  const online = useOnline();
  const isUnknown = usePresenceUnknown();
  if (!data) return [];
  const { friends, incoming, outgoing, blocked } = data;
  const row = (person: (typeof incoming)[number], note: string) => {
    return { person, name: personName(person, texts), note };
  };
  switch (view) {
    case 'pending': {
      const received = incoming.map((person) => row(person, texts.friends.incoming));
      const sent = outgoing.map((person) => row(person, texts.friends.outgoing));
      return [
        ...received.map((one) => ({ ...one, changes: ['accept', 'deny'] as const })),
        ...sent.map((one) => ({ ...one, changes: ['cancel'] as const })),
      ];
    }
    case 'blocked':
      return blocked.map((person) => ({
        person,
        // As they were known when they were blocked.
        name: personName(person, { somebody: texts.friends.blockedPerson }),
        note: texts.friends.views.blocked,
        changes: ['unblock'] as const,
      }));
    default: {
      const isOnline = ({ id }: Friend) => online.has(id);
      const absent = view === 'all' ? friends.filter((friend) => !isOnline(friend)) : [];
      const away = isUnknown ? texts.friends.presenceUnknown : texts.friends.offline;
      return [...friends.filter(isOnline), ...absent].map((friend) => ({
        ...row(friend, isOnline(friend) ? texts.friends.online : away),
        chatId: friend.chatId,
        online: isOnline(friend),
      }));
    }
  }
}
