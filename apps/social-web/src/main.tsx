import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.js';
import { App } from './app.js';
import { PageBoundary } from './layout/page-boundary.js';
import { applyTheme, readTheme } from './look/theme.js';
import { WordsProvider } from './words/words-provider.js';
import './look/look.css';

applyTheme(readTheme());

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Only the shell is kept for later, so a failure costs nothing but that.
  navigator.serviceWorker.register('/service-worker.js').catch(() => {});
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <WordsProvider>
      <QueryClientProvider client={createQueryClient()}>
        <PageBoundary>
          <App />
        </PageBoundary>
      </QueryClientProvider>
    </WordsProvider>
  </StrictMode>,
);
