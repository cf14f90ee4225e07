import { useQueryClient } from '@tanstack/react-query';
import { useMe } from '../session/session.js';
import { useTabIndex } from '../layout/roving.js';
import { useWords } from '../words/words.js';
import { discard, sendAgain, type Departure } from './outbox.js';

/** An own message that the server has not confirmed. */
export function DepartureRow({ departure }: { readonly departure: Departure }) {
  const words = useWords();
  const client = useQueryClient();
  const { id: me } = useMe();
  const tabIndex = useTabIndex();
  const { message, state } = departure;
  const { sending, waiting, notSent, sendAgain: again, discard: drop } = words.conversation;
  return (
    <article
      className="message message-own message-departing"
      tabIndex={tabIndex}
      data-row={message.clientId}
    >
      <p className="bubble" dir="auto">
        {message.text}
      </p>
      <p className={state === 'failed' ? 'message-foot fault' : 'message-foot'}>
        {state === 'failed' ? notSent : state === 'waiting' ? waiting : sending}
        {state === 'failed' && (
          <>
            <button
              className="button-text"
              tabIndex={tabIndex}
              onClick={() => sendAgain(client, me, message)}
            >
              {again}
            </button>
            <button
              className="button-text"
              tabIndex={tabIndex}
              onClick={() => discard(client, me, message)}
            >
              {drop}
            </button>
          </>
        )}
      </p>
    </article>
  );
}
