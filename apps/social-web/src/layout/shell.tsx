import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { chatsOf, chatsQuery } from '../chats/chats.js';
import { friendsQuery } from '../friends/friends.js';
import { useWords } from '../words/words.js';
import { Announcer } from './announcer.js';
import { ConnectionNotice } from './connection-notice.js';
import { Icon } from './icon.js';
import { usePageTitle } from './page-title.js';
import './shell.css';

const pages = ['chats', 'friends', 'search', 'settings'] as const;
type PageName = (typeof pages)[number];

/** What stands around every page: the ways to the others, and how the connection is. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const words = useWords();
  const { data: chats } = useInfiniteQuery(chatsQuery);
  const { data: friends } = useQuery(friendsQuery);
  const [inConversation] = useRoute('/chats/:chatId');
  const [path] = useLocation();
  const unread = chats ? chatsOf(chats).filter((chat) => chat.unread > 0).length : 0;
  const page = pages.find((name) => path.startsWith(`/${name}`)) ?? 'chats';
  const counts: Partial<Record<PageName, number>> = {
    chats: unread,
    friends: friends?.incoming.length,
  };
  usePageTitle(words.nav[page], unread);

  return (
    <div className={inConversation ? 'shell shell-conversation' : 'shell'}>
      <a className="skip-link" href="#content">
        {words.skipToContent}
      </a>
      <nav className="shell-nav" aria-label={words.mainNavigation}>
        {pages.map((name) => (
          <Way key={name} page={name} text={words.nav[name]} count={counts[name]} />
        ))}
      </nav>
      <main className="shell-content" id="content" tabIndex={-1}>
        <ConnectionNotice />
        <div className="shell-page">{children}</div>
      </main>
      <Announcer />
    </div>
  );
}

interface WayProps {
  readonly page: PageName;
  readonly text: string;
  readonly count: number | undefined;
}

function Way({ page, text, count = 0 }: WayProps) {
  const [here] = useRoute(`/${page}/*?`);
  return (
    <Link href={`/${page}`} className="shell-way" aria-current={here ? 'page' : undefined}>
      <Icon name={page} />
      <span>{text}</span>
      {count > 0 && <span className="count">{count}</span>}
    </Link>
  );
}
