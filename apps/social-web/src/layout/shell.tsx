import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { chatsQuery } from '../chats/chats.js';
import { friendsQuery } from '../friends/friends.js';
import { useWords } from '../words/words.js';
import { ConnectionNotice } from './connection-notice.js';
import { Icon, type IconName } from './icon.js';
import './shell.css';

/** What stands around every page: the ways to the others, and how the connection is. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const words = useWords();
  const { data: chats } = useQuery(chatsQuery);
  const { data: friends } = useQuery(friendsQuery);
  const [inConversation] = useRoute('/chats/:chatId');
  const unread = chats?.reduce((sum, chat) => sum + (chat.unread > 0 ? 1 : 0), 0) ?? 0;

  return (
    <div className={inConversation ? 'shell shell-conversation' : 'shell'}>
      <a className="skip-link" href="#content">
        {words.skipToContent}
      </a>
      <nav className="shell-nav" aria-label={words.mainNavigation}>
        <Way to="/chats" icon="chats" text={words.nav.chats} count={unread} />
        <Way
          to="/friends"
          icon="friends"
          text={words.nav.friends}
          count={friends?.incoming.length ?? 0}
        />
        <Way to="/search" icon="search" text={words.nav.search} />
        <Way to="/settings" icon="settings" text={words.nav.settings} />
      </nav>
      <main className="shell-content" id="content" tabIndex={-1}>
        <ConnectionNotice />
        {children}
      </main>
    </div>
  );
}

interface WayProps {
  readonly to: string;
  readonly icon: IconName;
  readonly text: string;
  readonly count?: number;
}

function Way({ to, icon, text, count = 0 }: WayProps) {
  const [here] = useRoute(`${to}/*?`);
  return (
    <Link href={to} className="shell-way" aria-current={here ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{text}</span>
      {count > 0 && <span className="count">{count}</span>}
    </Link>
  );
}
