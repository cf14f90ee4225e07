import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useMe } from '../api/account.js';
import { mayBeOwner } from '../api/device-owner.js';
import { friendsQuery } from '../api/friends.js';
import { putDraftFirst } from '../api/kept-drafts.js';
import { dropShare, isKept, readShare, takeShare, type Share } from '../api/kept-shares.js';
import { sizeText } from '../attachments/file-numbers.js';
import { unsentName } from '../attachments/unsent-file.js';
import { useChatList } from '../store/use-store.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { Loading } from '../ui/page.js';
import { PersonFinder, type ListedPerson } from '../ui/person-picker.js';
import { addShare } from './add-share.js';
import './share.css';

/** Where the share sheet of the device leads: to whom it goes (ADR 0087). What any site has sent comes here as well. */
export default function SharePage({ id }: { readonly id: string }) {
  const { share: texts } = useTexts();
  const { id: me } = useMe();
  const [share, setShare] = useShare(me, id);
  return (
    <div className="page share-page">
      <h1>{texts.title}</h1>
      {share === undefined && <Loading />}
      {share === null && <Failure id={id} />}
      {share && <Choice me={me} share={share} onGone={() => setShare(null)} />}
    </div>
  );
}

/** Undefined while it is read, null where there is none. */
function useShare(me: string, id: string) {
  const [share, setShare] = useState<Share | null>();
  useEffect(() => {
    let isShown = true;
    const show = (found: Share | null) => void (isShown && setShare(found));
    readShare(me, id).then(show, () => show(null));
    return () => {
      isShown = false;
    };
  }, [me, id]);
  return [share, setShare] as const;
}

/** In the place of an id the worker, or the server where there is none, says what went wrong. */
function Failure({ id }: { readonly id: string }) {
  const { share, conversation } = useTexts();
  const texts: Readonly<Record<string, string>> = share.failures;
  return (
    <>
      <p role="status">{Object.hasOwn(texts, id) ? texts[id] : share.gone}</p>
      <p>
        <Link href="/chats" className="button">
          {conversation.toChats}
        </Link>
      </p>
    </>
  );
}

interface ChoiceProps {
  readonly me: string;
  readonly share: Share;
  readonly onGone: () => void;
}

function Choice({ me, share, onGone }: ChoiceProps) {
  const { texts, locale } = useLanguage();
  const [, navigate] = useLocation();
  const leave = (path: string) => navigate(path, { replace: true });
  async function pick({ chatId }: ListedPerson): Promise<void> {
    // Another tab may have taken it, or signed somebody else in.
    const isThere = await isKept(me, share);
    if (!isThere || !mayBeOwner(me)) return onGone();
    addShare(chatId, share);
    putDraftFirst(chatId, true);
    void takeShare(me, share);
    leave(`/chats/${chatId}`);
  }
  function cancel(): void {
    void dropShare(me, share);
    leave('/chats');
  }
  return (
    <>
      <div className="shared">
        {share.text !== '' && (
          <p className="shared-text" dir="auto">
            {share.text}
          </p>
        )}
        {share.files.length > 0 && (
          <ul className="shared-files" aria-label={texts.files.chosen}>
            {share.files.map(({ key, name, size }) => (
              <li key={key}>
                <bdi>{unsentName({ name }, texts)}</bdi>{' '}
                <span className="file-size">{sizeText(size, locale)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p>{texts.share.means}</p>
      <Friends onPick={(friend) => void pick(friend).catch(onGone)} />
      <p>
        <button className="button" onClick={cancel}>
          {texts.cancel}
        </button>
      </p>
    </>
  );
}

/** Those of the list of chats in its order, then those to whom nothing was written yet. */
function Friends({ onPick }: { readonly onPick: (person: ListedPerson) => void }) {
  const texts = useTexts();
  const { chats } = useChatList();
  const { data } = useQuery(friendsQuery);
  const places = new Map(chats.map(({ chatId }, place) => [chatId, place]));
  const placeOf = ({ chatId }: ListedPerson) => places.get(chatId) ?? places.size;
  const friends = data && [...data.friends].sort((a, b) => placeOf(a) - placeOf(b));
  if (friends?.length === 0)
    return (
      <p>
        {texts.chats.begin} <Link href="/friends">{texts.nav.friends}</Link>
      </p>
    );
  return <PersonFinder title={texts.share.to} people={friends} onPick={onPick} />;
}
