import { useFriendChange, type FriendChange } from '../api/friends.js';
import { useTexts } from '../texts/texts.js';
import { useToast } from '../ui/toasts.js';

/** What takes a change back. A friendship that has ended, and a request, only the other one can give again. */
const opposites: Partial<Record<FriendChange, FriendChange>> = {
  block: 'unblock',
  unblock: 'block',
};

/** Changes of the relation to somebody, each followed by a word of what was done; the row may be gone by then. */
export function useFriendActions(id: string, name: string) {
  const { friends } = useTexts();
  const toast = useToast();
  const { mutateAsync, isPending, error } = useFriendChange();

  async function act(change: FriendChange): Promise<void> {
    await mutateAsync({ change, id });
    const opposite = opposites[change];
    const undo = opposite && (() => void mutateAsync({ change: opposite, id }).catch(() => {}));
    toast({ text: friends.done[change](name), ...(undo && { undo }) });
  }

  // What was refused stands in `error`.
  return { act: (change: FriendChange) => void act(change).catch(() => {}), isPending, error };
}
