import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { listPaths, type ChatListName } from '../chat-menu/chat-lists.js';

interface ListLinkProps {
  readonly to: ChatListName;
  /** Of the conversation that is open: it stays, and the list beside it changes. */
  readonly chatId: string | null;
  readonly onShow: (list: ChatListName) => void;
  readonly className: string;
  /** Where the children say nothing. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** The way from one list of chats to the other. */
export function ListLink({ to, chatId, onShow, className, label, children }: ListLinkProps) {
  return (
    <Link
      className={className}
      href={listPaths[to]}
      aria-label={label}
      data-list={to}
      onClick={(event) => {
        if (chatId === null) return;
        event.preventDefault();
        onShow(to);
      }}
    >
      {children}
    </Link>
  );
}
