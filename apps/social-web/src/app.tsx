import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ChatsPage } from './chats/chats-page.js';
import { PageBoundary } from './layout/page-boundary.js';
import { Shell } from './layout/shell.js';
import { LoadFailure } from './layout/load-failure.js';
import { LiveEvents } from './live/live-events.js';
import { sessionQuery } from './session/session.js';
import { SignInPage } from './session/sign-in-page.js';
import { useWords } from './words/words.js';

const FriendsPage = lazy(() => import('./friends/friends-page.js'));
const SearchPage = lazy(() => import('./search/search-page.js'));
const SettingsPage = lazy(() => import('./settings/settings-page.js'));

/** The gate: the session decides between the sign-in page and everything else. */
export function App() {
  const { data: me, error, refetch } = useQuery(sessionQuery);
  const words = useWords();
  // Who was signed in stays so while the server cannot be asked again.
  if (me === undefined && error) {
    return <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  if (me === undefined) return <p className="app-wait" role="status" aria-label={words.loading} />;
  if (me === null) return <SignInPage />;
  return (
    <LiveEvents key={me.id} userId={me.id}>
      <Shell>
        <PageBoundary>
          <Suspense fallback={<p className="app-wait" role="status" aria-label={words.loading} />}>
            <Pages />
          </Suspense>
        </PageBoundary>
      </Shell>
    </LiveEvents>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/chats/:chatId?">{({ chatId }) => <ChatsPage chatId={chatId ?? null} />}</Route>
      <Route path="/friends/:view?">{({ view }) => <FriendsPage view={view} />}</Route>
      <Route path="/search" component={SearchPage} />
      <Route path="/settings" component={SettingsPage} />
      <Route>
        <Redirect to="/chats" replace />
      </Route>
    </Switch>
  );
}
