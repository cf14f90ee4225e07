import { useState } from 'react';
import { blockInviter } from '../api/invitations.js';
import { keys, useInvalidatingMutation } from '../api/query-cache.js';
import { addFriendAction, useFriendQueue } from '../store/use-friend-queue.js';
import { useTexts } from '../texts/texts.js';
import { lazyComponent } from '../ui/lazy.js';
import { Menu } from '../ui/menu.js';
import { useToast } from '../ui/toasts.js';

const ReportDialog = lazyComponent(() => import('../ui/report-dialog.js'));

export interface InviterMenuProps {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  /** The link leads nowhere any more. */
  readonly onBlocked: () => void;
}

/** What can be done about whoever made a link. The server knows them by the link: to an id alone it would do nothing. */
export function InviterMenu({ token, id, name, onBlocked }: InviterMenuProps) {
  const { friends, report } = useTexts();
  const toast = useToast();
  const queue = useFriendQueue();
  const [isReporting, setReporting] = useState(false);
  const undo = () => void addFriendAction(queue, { kind: 'relate', action: 'unblock', id, name });
  // Said here, since the event of it may have taken this page away before the reply comes.
  const block = useInvalidatingMutation(keys.friends, async () => {
    await blockInviter({ token, id });
    onBlocked();
    toast({ text: friends.done.block(name), undo });
  });
  const actions = [
    {
      text: friends.block,
      confirm: { title: friends.confirmBlock(name), text: friends.blockStrangerMeans },
      onSelect: () => block.mutate(undefined),
    },
    { text: report.open, onSelect: () => setReporting(true) },
  ];
  return (
    <>
      <Menu label={friends.more(name)} actions={actions} error={block.error} />
      {isReporting && (
        <ReportDialog about={{ token }} name={name} onClose={() => setReporting(false)} />
      )}
    </>
  );
}
