import { Link } from 'wouter';
import { listPaths } from '../chat-menu/chat-lists.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';

interface ArchiveLinkProps {
  readonly count: number;
  readonly current: string | null;
  readonly onArchive: () => void;
}

/** The one entry behind which chats are that were put away. */
export function ArchiveLink({ count, current, onArchive }: ArchiveLinkProps) {
  const { archive } = useTexts();
  return (
    <Link
      className="chats-archive"
      href={listPaths.archive}
      data-list="archive"
      onClick={(event) => {
        if (current === null) return;
        event.preventDefault();
        onArchive();
      }}
    >
      <Icon name="archive" />
      <span>{archive.title}</span>
      <span aria-hidden="true">{count}</span>
      <span className="unseen">{archive.count(count)}</span>
    </Link>
  );
}
