import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { friendsQuery, type FriendLists } from '../api/friends.js';
import { useIsOnline } from '../api/network.js';
import type { ApiError } from '../api/client.js';
import {
  addFriendAction,
  useFriendActionsQueued,
  useFriendQueue,
} from '../store/use-friend-queue.js';
import { useTexts } from '../texts/texts.js';
import { errorText } from '../ui/page.js';
import { refusalOf } from './friend-actions.js';
import { QueuedActions } from './queued-actions.js';
import { useWaitingText } from './waiting-action.js';

/** What has become of a request, as the form says it: 'sent', or why it was refused. */
type Result = 'sent' | ApiError | null;

export function AddFriendForm() {
  const texts = useTexts();
  const [sought, setSought] = useState('');
  const { ask, result, asked, reset } = useRequest(() => setSought(''));
  const waitingText = useWaitingText(asked);
  const isRefused = result !== null && result !== 'sent';
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = sought.trim();
    // What has no `@` at all is meant as a handle.
    if (typed && !asked) ask(/[@＠]/.test(typed) ? typed : `@${typed}`);
  }

  return (
    <>
      <form className="add-friend" onSubmit={submit} noValidate>
        <label htmlFor={id}>{texts.friends.add}</label>
        <div className="add-friend-row">
          <input
            id={id}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={texts.friends.email}
            value={sought}
            onChange={({ target }) => {
              setSought(target.value);
              reset();
            }}
            aria-invalid={isRefused}
            aria-describedby={`${id}-status`}
          />
          <button className="button button-strong" aria-disabled={asked !== null}>
            {texts.friends.sendRequest}
          </button>
        </div>
        <p id={`${id}-status`} role="status" className={isRefused ? 'fault' : 'confirmation'}>
          {isRefused && errorText(texts, result)}
          {result === 'sent' && texts.friends.requestSent}
          {result === null && waitingText}
        </p>
      </form>
      <QueuedActions without={asked?.id ?? null} />
    </>
  );
}

function hasNew(
  list: 'outgoing' | 'friends',
  lists: FriendLists | undefined,
  before: FriendLists | undefined,
): boolean {
  if (!lists || !before) return false;
  const known = new Set(before[list].map(({ id }) => id));
  return lists[list].some(({ id }) => !known.has(id));
}

/**
 * A request that is asked for here, until the server has decided: then the form says so. What waits for the network, or was
 * left for another text, stands below the form.
 */
function useRequest(onDone: () => void) {
  const queue = useFriendQueue();
  const isOnline = useIsOnline();
  const [asking, setAsking] = useState<string | null>(null);
  const [result, setResult] = useState<Result>(null);
  const { data: lists } = useQuery(friendsQuery);
  const [before, setBefore] = useState(lists);
  if (before === undefined && lists !== undefined) setBefore(lists);
  const [isListed, setListed] = useState(false);
  // Lists that were asked for before the request was taken do not have it, and may come later.
  if (result === 'sent' && hasNew('outgoing', lists, before) !== isListed) {
    setListed(!isListed);
    // It was accepted, withdrawn or declined.
    if (isListed) setResult(null);
  }
  // Accepted, before they were asked for.
  if (result === 'sent' && !isListed && hasNew('friends', lists, before)) setResult(null);
  const asked = useFriendActionsQueued().find(({ id }) => id === asking) ?? null;

  useEffect(
    () =>
      queue.onSettled((settled) => {
        if (settled.id !== asking) return;
        setAsking(null);
        const refusal = refusalOf(settled);
        setResult(refusal ?? 'sent');
        if (refusal) queue.discard(settled.id);
        else onDone();
      }),
    [queue, asking, onDone],
  );

  return {
    asked,
    result,
    ask: (to: string) => {
      setResult(null);
      setBefore(lists);
      setListed(false);
      const id = addFriendAction(queue, { kind: 'request', to });
      if (isOnline) return setAsking(id);
      onDone();
    },
    reset: () => {
      setResult(null);
      setAsking(null);
    },
  };
}
