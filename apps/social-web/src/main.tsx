// First what was on the screen, and then the device is asked, before everything else runs.
import { endSnapshot } from './snapshot/drawn-snapshot.js';
import { keptAtStart } from './app/kept-at-start.js';
import './snapshot/painted.js';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from './api/account.js';
import { holdLink } from './api/held-link.js';
import { followNetwork } from './api/network.js';
import { createQueryClient } from './api/query-cache.js';
import { followHandle } from './api/shared-handle.js';
import { App } from './app/app.js';
import { followNotifications } from './live/notifications.js';
import { startWorker } from './release/new-version.js';
import { showKeptAccount } from './store/device-copy.js';
import { loadTexts, preferredLanguage } from './texts/languages.js';
import { TextsProvider } from './texts/texts.js';
import { PageBoundary } from './ui/page.js';
import { followTheme } from './ui/theme.js';
import './ui/theme.css';

followTheme();
holdLink();
followNotifications();
followNetwork();

const client = createQueryClient();
followHandle(client);
const language = preferredLanguage();
// With what the device keeps, whose it is, and the texts the page is drawn a single time.
// Not while the whole script is on the stack: whoever watches requests (DevTools, drivers of browsers) asks what has made this one,
// and for that a browser parses all that is on the stack again.
const loading = Promise.resolve()
  .then(() => loadTexts(language))
  .catch(() => null);
void client.prefetchQuery(sessionQuery);
const [copy, texts] = await Promise.all([keptAtStart, loading]);
// Without a network the server cannot say who it is: then that is in the first drawing, too.
if (!onlineManager.isOnline()) showKeptAccount(client, copy);

createRoot(document.getElementById('root')!).render(
  <TextsProvider language={language} texts={texts}>
    <QueryClientProvider client={client}>
      <PageBoundary>
        <App copy={copy} />
      </PageBoundary>
    </QueryClientProvider>
  </TextsProvider>,
);
endSnapshot();

// After what it would compete with.
if (import.meta.env.PROD) startWorker();
