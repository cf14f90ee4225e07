import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useMe } from '../api/account.js';
import { isTransient } from '../api/client.js';
import { friendsQuery } from '../api/friends.js';
import { dropLink, heldLink, holdLink } from '../api/held-link.js';
import { inviterQuery, useAcceptance } from '../api/invitations.js';
import { useTexts } from '../texts/texts.js';
import { ErrorText, LoadFailure, Loading } from '../ui/page.js';
import { Avatar, personName } from '../ui/person.js';
import { RequestButton } from '../ui/request-button.js';
import { InviterMenu } from './inviter-menu.js';
import './invitations.css';

/** Where a link leads: who invites, and whether to accept. */
export default function InvitationPage() {
  const { invitations } = useTexts();
  const { id: me } = useMe();
  const [token, setToken] = useState(heldLink);
  useEffect(() => {
    const listening = new AbortController();
    // Another link, put into the address of this page.
    const onChange = () => {
      holdLink(me);
      setToken(heldLink());
    };
    addEventListener('hashchange', onChange, listening);
    return () => listening.abort();
  }, [me]);
  return (
    <div className="page">
      <h1>{invitations.title}</h1>
      {token === null ? <p>{invitations.noLink}</p> : <Invitation key={token} token={token} />}
    </div>
  );
}

function Invitation({ token }: { readonly token: string }) {
  const texts = useTexts();
  const [, navigate] = useLocation();
  const { data: person, error, refetch } = useQuery(inviterQuery(token));
  const accept = useAcceptance();
  const { data: relations } = useQuery(friendsQuery);
  const leave = (path: string) => {
    dropLink();
    navigate(path, { replace: true });
  };
  if (!person && isTransient(error)) return <LoadFailure error={error} onRetry={refetch} />;
  if (!person) return error ? <ErrorText error={error} /> : <Loading />;
  const name = personName(person, texts);
  const known = relations?.friends.find(({ id }) => id === person.id);
  // Whoever accepts is led there by the reply.
  const friend = accept.isPending ? undefined : known;
  return (
    <>
      <div className="inviter">
        <Avatar person={person} name={name} />
        <span className="inviter-name">
          <bdi className="person-name">{name}</bdi>
          {person.handle !== null && <bdi className="person-note"> @{person.handle}</bdi>}
        </span>
        <InviterMenu token={token} id={person.id} name={name} onBlocked={() => leave('/chats')} />
      </div>
      <p>{friend ? texts.friends.done.accept(name) : texts.invitations.asks(name)}</p>
      <div className="invitation-actions">
        {friend ? (
          <button className="button button-strong" onClick={() => leave(`/chats/${friend.chatId}`)}>
            {texts.friends.message}
          </button>
        ) : (
          <RequestButton
            className="button button-strong"
            isUnderWay={accept.isPending}
            onPress={() =>
              accept.mutate(
                { token, id: person.id },
                { onSuccess: ({ chatId }) => leave(`/chats/${chatId}`) },
              )
            }
          >
            {texts.invitations.accept}
          </RequestButton>
        )}
        <RequestButton
          isUnderWay={false}
          isDisabled={accept.isPending}
          onPress={() => leave('/chats')}
        >
          {texts.invitations.notNow}
        </RequestButton>
      </div>
      {!friend && <ErrorText error={accept.error} />}
    </>
  );
}
