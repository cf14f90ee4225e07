// What was asked for and has not reached the server.
import type { QueuedChange } from '../store/queue-model.js';
import { useIsOnline } from '../api/network.js';
import { useTexts } from '../texts/texts.js';
import { useTabIndex } from '../ui/roving-tabindex.js';

/** What was asked for, and when it will be sent. */
export function useWaitingText(waiting: QueuedChange | null): string | null {
  const { friends } = useTexts();
  const isOnline = useIsOnline();
  if (!waiting) return null;
  const { change } = waiting;
  const asked = change.kind === 'relate' ? friends[change.action] : friends.sendRequest;
  return `${asked} · ${isOnline ? friends.sending : friends.waits}`;
}

export function UndoButton({
  name,
  onUndo,
}: {
  readonly name: string;
  readonly onUndo: () => void;
}) {
  const { undo } = useTexts();
  return (
    <button
      className="button"
      tabIndex={useTabIndex()}
      aria-label={`${undo}: ${name}`}
      onClick={onUndo}
    >
      {undo}
    </button>
  );
}
