// Below the form for requests: requests that wait, and what the server has refused, whose row may be gone.
import { canDiscard, type QueuedChange } from '../store/queue-model.js';
import { useFriendActionsQueued, useFriendQueue } from '../store/use-friend-queue.js';
import { useTexts } from '../texts/texts.js';
import { ErrorText } from '../ui/page.js';
import { refusalOf } from './friend-actions.js';
import { UndoButton, useWaitingText } from './waiting-action.js';

/** @param without is shown by the form itself */
export function QueuedActions({ without }: { readonly without: string | null }) {
  const isShown = ({ id, change, refusal }: QueuedChange) =>
    id !== without && (change.kind === 'request' || refusal !== null);
  const shown = useFriendActionsQueued().filter(isShown);
  if (shown.length === 0) return null;
  return (
    <ul className="people">
      {shown.map((queued) => (
        <QueuedAction key={queued.id} queued={queued} />
      ))}
    </ul>
  );
}

function QueuedAction({ queued }: { readonly queued: QueuedChange }) {
  const texts = useTexts();
  const queue = useFriendQueue();
  const { change } = queued;
  const refusal = refusalOf(queued);
  const waitingText = useWaitingText(queued);
  const name = change.kind === 'request' ? change.to : change.kind === 'relate' ? change.name : '';
  const asked = change.kind === 'relate' ? texts.friends[change.action] : texts.friends.sendRequest;
  const discard = () => queue.discard(queued.id);
  return (
    <li className="person">
      <span className="person-text">
        <bdi className="person-name">{name}</bdi>
        <span className="person-note">{refusal ? asked : waitingText}</span>
        <ErrorText error={refusal} isInline />
      </span>
      {refusal ? (
        <button className="button" aria-label={`${texts.dismiss}: ${name}`} onClick={discard}>
          {texts.dismiss}
        </button>
      ) : (
        canDiscard(queued) && <UndoButton name={name} onUndo={discard} />
      )}
    </li>
  );
}
