import { ApiError, type ProblemCode } from '../api/client.js';
import type { FriendChange } from '../api/friends.js';
import { canDiscard, type QueuedChange } from '../store/queue-model.js';
import { addFriendAction, useFriendQueue, useQueuedRelation } from '../store/use-friend-queue.js';
import { useTexts } from '../texts/texts.js';
import { errorText } from '../ui/page.js';
import { useToast } from '../ui/toasts.js';

/** What takes a change back. A friendship that has ended, and a request, only the other one can give again. */
const opposites: Partial<Record<FriendChange, FriendChange>> = {
  block: 'unblock',
  unblock: 'block',
};

/** Why the server refused it; null while it has not. */
export function refusalOf({ refusal }: QueuedChange): ApiError | null {
  return refusal === null ? null : new ApiError(400, refusal as ProblemCode, '');
}

/**
 * Changes of the relation to somebody, which reach the server when it is there (`waiting` until then), each followed by a word
 * of what was done; the row may be gone by then.
 */
export function useFriendActions(id: string, name: string) {
  const texts = useTexts();
  const toast = useToast();
  const queue = useFriendQueue();
  const queued = useQueuedRelation(id);

  const ask = (action: FriendChange) =>
    addFriendAction(queue, { kind: 'relate', action, id, name });

  function act(action: FriendChange): void {
    const opposite = opposites[action];
    const stop = queue.onSettled((settled) => {
      if (settled.id !== asked) return;
      stop();
      const refusal = refusalOf(settled);
      const text = refusal ? errorText(texts, refusal) : texts.friends.done[action](name);
      toast({ text, ...(opposite && !refusal && { undo: () => void ask(opposite) }) });
    });
    const asked = ask(action);
  }

  const waiting = queued?.refusal === null ? queued : null;
  return {
    act,
    waiting,
    error: queued && refusalOf(queued),
    undo: waiting && canDiscard(waiting) ? () => queue.discard(waiting.id) : null,
  };
}
