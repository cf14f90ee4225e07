import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from './api/account.js';
import { createQueryClient } from './api/query-cache.js';
import { App } from './app/app.js';
import { holdLink } from './invitations/held-link.js';
import { followNotifications } from './live/notifications.js';
import { startWorker } from './release/new-version.js';
import { openedChat, readDeviceCopy } from './store/device-copy.js';
import { TextsProvider } from './texts/texts.js';
import { PageBoundary } from './ui/page.js';
import { applyTheme, readTheme } from './ui/theme.js';
import './ui/theme.css';

applyTheme(readTheme());
holdLink();

if (import.meta.env.PROD) startWorker();
followNotifications();

const client = createQueryClient();
// Both at once: what the device keeps, and whose it is.
const opening = readDeviceCopy(openedChat(location.pathname));
void client.prefetchQuery(sessionQuery);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <TextsProvider>
      <QueryClientProvider client={client}>
        <PageBoundary>
          <Suspense fallback={null}>
            <App opening={opening} />
          </Suspense>
        </PageBoundary>
      </QueryClientProvider>
    </TextsProvider>
  </StrictMode>,
);
