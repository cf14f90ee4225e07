import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import type { Message } from '../api/chats.js';
import { friendsQuery } from '../api/friends.js';
import { keys, useAskedWhenSeen } from '../api/query-cache.js';
import { archiveName } from '../chat-menu/chat-lists.js';
import { useConnection } from '../live/live-events.js';
import { useAnnouncements, useShownNotifications } from '../live/notifications.js';
import { useHasUnkeptEdit } from '../store/changed-edits.js';
import { useUnreadChats } from '../store/use-muted.js';
import { useHasUnkept } from '../store/use-queue.js';
import { useChatList, useIsGone, usePartner, useStore } from '../store/use-store.js';
import { loadAnew, useNewVersion } from '../release/new-version.js';
import { Shortcuts } from '../shortcuts/shortcuts.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { messageWords } from '../ui/message-words.js';
import { countText, usePageTitle } from '../ui/page.js';
import { personName } from '../ui/person.js';
import { Toasts } from '../ui/toasts.js';
import { useNoLeftEntries } from '../ui/closed-by-back.js';
import { useLeaveWarning } from '../ui/use-leave-warning.js';
import { EndedEdits } from './ended-edits.js';
import { useFileWords } from './file-words.js';
import { useSnapshot } from './use-snapshot.js';
import './shell.css';

/** Milliseconds for which the names and pictures of friends are taken for what they are called and look like now. */
const friendsFreshMs = 5 * 60_000;

const pages = ['chats', 'friends', 'search', 'settings'] as const;
type PageName = (typeof pages)[number];

/** What is around every page: the navigation, the state of the connection, and announcements. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const texts = useTexts();
  const { chats } = useChatList();
  const { data: friends } = useQuery(friendsQuery);
  const [, opened] = useRoute<{ chatId: string }>('/chats/:chatId');
  const inConversation = opened !== null && opened.chatId !== archiveName;
  const [path] = useLocation();
  const unread = useUnreadChats(chats);
  const page = pages.find((name) => path.startsWith(`/${name}`)) ?? 'chats';
  const counts: Partial<Record<PageName, number>> = {
    chats: unread,
    friends: friends?.incoming.length,
  };
  useShownNotifications(useStore(), unread);
  useFileWords(texts);
  useSnapshot();
  useNoLeftEntries();
  const [hasUnkept, hasUnkeptEdit] = [useHasUnkept(), useHasUnkeptEdit()];
  useLeaveWarning(hasUnkept || hasUnkeptEdit);
  useAskedWhenSeen(keys.friends, friendsFreshMs);
  usePageTitle(titleOf(path, texts) ?? texts.nav[page], unread);

  return (
    <div className={inConversation ? 'shell shell-conversation' : 'shell'}>
      <a className="skip-link" href="#content">
        {texts.skipToContent}
      </a>
      <nav className="shell-nav" aria-label={texts.mainNavigation}>
        {pages.map((name) => (
          <NavLink key={name} page={name} count={counts[name]} />
        ))}
      </nav>
      <main className="shell-content" id="content" tabIndex={-1}>
        <div>
          <NewVersionNotice />
          <ConnectionNotice />
        </div>
        <Toasts>
          <div className="shell-page">{children}</div>
          <EndedEdits />
        </Toasts>
      </main>
      <Shortcuts />
      <Announcer />
    </div>
  );
}

/** Of pages that the navigation does not name. */
function titleOf(path: string, texts: Texts): string | undefined {
  if (path === '/invitation') return texts.invitations.title;
  return path.startsWith('/share') ? texts.share.title : undefined;
}

function NavLink({ page, count = 0 }: { page: PageName; count: number | undefined }) {
  const { nav } = useTexts();
  const [isCurrent] = useRoute(`/${page}/*?`);
  return (
    <Link href={`/${page}`} className="shell-link" aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={page} />
      <span>{nav[page]}</span>
      {count > 0 && <span className="count">{countText(count)}</span>}
    </Link>
  );
}

function NewVersionNotice() {
  const texts = useTexts();
  const isReady = useNewVersion();
  return (
    <div role="status" className="new-version">
      {isReady && (
        <p>
          {texts.newVersion.ready}{' '}
          <button className="button" onClick={loadAnew}>
            {texts.newVersion.take}
          </button>
        </p>
      )}
    </div>
  );
}

/** A reconnection within this time is not shown. */
const noticeDelayMs = 1_500;

function ConnectionNotice() {
  const texts = useTexts();
  const connection = useConnection();
  const [isLate, setLate] = useState(false);
  const isBroken = connection !== 'live';

  useEffect(() => {
    if (!isBroken) return;
    const timer = setTimeout(() => setLate(true), noticeDelayMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isBroken]);

  return (
    <div role="status" className="connection">
      {isBroken && isLate && <p>{texts.connection[connection]}</p>}
    </div>
  );
}

/** Announces messages of every chat to screen readers; the list of messages itself changes too often for that. */
function Announcer() {
  const messages = useAnnouncements();
  return (
    <div className="unseen" role="log" aria-live="polite">
      {messages.map((message) => (
        <Announcement key={message.id} message={message} />
      ))}
    </div>
  );
}

function Announcement({ message }: { readonly message: Message }) {
  const texts = useTexts();
  const { chatId, seq } = message;
  const name = personName(usePartner(chatId), texts);
  const isGone = useIsGone(chatId, seq);
  return isGone ? null : <p>{texts.conversation.announced(name, messageWords(message, texts))}</p>;
}
