import type { ChatListName } from '../chat-menu/chat-lists.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { ListLink } from './list-link.js';

interface ArchiveLinkProps {
  readonly count: number;
  readonly current: string | null;
  readonly onShow: (list: ChatListName) => void;
}

/** The one entry behind which chats are that were put away. */
export function ArchiveLink({ count, current, onShow }: ArchiveLinkProps) {
  const { archive } = useTexts();
  return (
    <ListLink className="chats-archive" to="archive" chatId={current} onShow={onShow}>
      <Icon name="archive" />
      <span>{archive.title}</span>
      <span aria-hidden="true">{count}</span>
      <span className="unseen">{archive.count(count)}</span>
    </ListLink>
  );
}
