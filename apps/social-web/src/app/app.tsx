import { Suspense, useEffect } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { useMe } from '../api/account.js';
import { isMember } from '../api/chats.js';
import { dropOldShares } from '../api/kept-shares.js';
import { usePageLocation } from '../api/page-location.js';
import { archiveName } from '../chat-menu/chat-lists.js';
import { ChatsPage } from '../chats/chats-page.js';
import { LiveEvents } from '../live/live-events.js';
import { OwnDevice } from '../live/own-device.js';
import { SignInPage } from '../session/sign-in-page.js';
import type { DeviceCopy } from '../store/device-copy.js';
import { afterPainted } from '../ui/after-painted.js';
import { lazyComponent, lazyScript } from '../ui/lazy.js';
import { LoadFailure, Loading, PageBoundary } from '../ui/page.js';
import { Conversation } from './conversation.js';
import { Shell } from './shell.js';
import { useSession } from './use-session.js';
import { useSkippedHandle } from './use-skipped-handle.js';

const FriendsPage = lazyScript(() => import('../friends/friends-page.js'));
const InvitationPage = lazyScript(() => import('../invitations/invitation-page.js'));
const InvitationsPage = lazyScript(() => import('../invitations/invitations-page.js'));
const WelcomePage = lazyComponent(
  () => import('../session/welcome-page.js'),
  () => <Loading isApp />,
);
const SearchPage = lazyScript(() => import('../search/search-page.js'));
const SettingsPage = lazyScript(() => import('../settings/settings-page.js'));
const SharePage = lazyScript(() => import('../share/share-page.js'));

interface AppProps {
  readonly copy: DeviceCopy | null;
}

export function App(props: AppProps) {
  return (
    <Router hook={usePageLocation}>
      <Entrance {...props} />
    </Router>
  );
}

/** The session decides between the sign-in page and everything else. */
function Entrance({ copy }: AppProps) {
  const { me, error, retry } = useSession(copy);
  const [isHandleSkipped, skipHandle] = useSkippedHandle(me?.id ?? null);
  // Denied: nothing is there.
  useEffect(() => afterPainted(() => void dropOldShares().catch(() => {})), []);
  // Said at the first failure, while it is tried again. A failed refetch does not sign anybody out.
  if (me === undefined && error) return <LoadFailure error={error} onRetry={retry} />;
  if (me === undefined) return <Loading isApp />;
  if (me === null) return <SignInPage />;
  const isAsked = me.handle === null && !isHandleSkipped;
  return (
    <OwnDevice key={me.id} userId={me.id}>
      {isAsked ? (
        <WelcomePage onSkip={skipHandle} />
      ) : (
        <LiveEvents userId={me.id} copy={copy}>
          <Shell>
            <PageBoundary>
              <Suspense fallback={<Loading isApp />}>
                <Pages />
              </Suspense>
            </PageBoundary>
          </Shell>
        </LiveEvents>
      )}
    </OwnDevice>
  );
}

function Pages() {
  const { id: me } = useMe();
  return (
    <Switch>
      <Route path="/chats/:chatId?">
        {({ chatId: place = null }) => {
          const list = place === null ? 'all' : place === archiveName ? 'archive' : null;
          const chatId = list === null ? place : null;
          // An address that whoever was signed in here before has left: nothing is asked or kept of it.
          return chatId !== null && !isMember(chatId, me) ? (
            <Redirect to="/chats" replace />
          ) : (
            <ChatsPage chatId={chatId} list={list}>
              {chatId && <Conversation key={chatId} chatId={chatId} />}
            </ChatsPage>
          );
        }}
      </Route>
      <Route path="/friends/invite" component={InvitationsPage} />
      <Route path="/invitation" component={InvitationPage} />
      <Route path="/friends/:view?">{({ view }) => <FriendsPage view={view} />}</Route>
      <Route path="/search" component={SearchPage} />
      <Route path="/settings" component={SettingsPage} />
      <Route path="/share/:id?">{({ id = '' }) => <SharePage key={id} id={id} />}</Route>
      <Route>
        <Redirect to="/chats" replace />
      </Route>
    </Switch>
  );
}
