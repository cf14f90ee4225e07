import { useState } from 'react';
import { useTexts } from '../texts/texts.js';
import { lazyComponent } from '../ui/lazy.js';
import { Menu, type MenuAction } from '../ui/menu.js';
import { useFriendActions } from './friend-actions.js';
import { UndoButton, useWaitingText } from './waiting-action.js';

const ReportDialog = lazyComponent(() => import('../ui/report-dialog.js'));

export interface FriendMenuProps {
  readonly id: string;
  readonly name: string;
  /** There is a friendship to end; anybody can be blocked and reported. */
  readonly isFriend: boolean;
  /** What is left is to report them. */
  readonly isBlocked?: boolean;
  /** Of the chat that is open, before those of the person. */
  readonly chatActions?: readonly MenuAction[];
  readonly chatError?: unknown;
}

export function FriendMenu(props: FriendMenuProps) {
  const { id, name, isFriend, isBlocked = false, chatActions = [], chatError } = props;
  const { friends, report } = useTexts();
  const { act, waiting, undo, error } = useFriendActions(id, name);
  const waitingText = useWaitingText(waiting);
  const [isReporting, setReporting] = useState(false);
  const remove = {
    text: friends.remove,
    confirm: { title: friends.confirmRemove(name), text: friends.removeMeans },
    onSelect: () => act('remove'),
  };
  const block = {
    text: friends.block,
    confirm: {
      title: friends.confirmBlock(name),
      text: isFriend ? friends.blockMeans : friends.blockStrangerMeans,
    },
    onSelect: () => act('block'),
  };
  const openReport = { text: report.open, onSelect: () => setReporting(true) };
  const changes = [...(isFriend ? [remove] : []), ...(isBlocked ? [] : [block])];
  const actions = [...chatActions, ...changes, openReport];
  if (waiting)
    return (
      <>
        <span className="person-note" role="status">
          {waitingText}
        </span>
        {undo && <UndoButton name={name} onUndo={undo} />}
      </>
    );
  return (
    <>
      <Menu label={friends.more(name)} actions={actions} error={error ?? chatError} />
      {isReporting && (
        <ReportDialog about={{ userId: id }} name={name} onClose={() => setReporting(false)} />
      )}
    </>
  );
}
