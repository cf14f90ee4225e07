import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-cache.js';
import { App } from './app/app.js';
import { holdLink } from './invitations/held-link.js';
import { startWorker } from './release/new-version.js';
import { TextsProvider } from './texts/texts.js';
import { PageBoundary } from './ui/page.js';
import { applyTheme, readTheme } from './ui/theme.js';
import './ui/theme.css';

applyTheme(readTheme());
holdLink();

if (import.meta.env.PROD) startWorker();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <TextsProvider>
      <QueryClientProvider client={createQueryClient()}>
        <PageBoundary>
          <App />
        </PageBoundary>
      </QueryClientProvider>
    </TextsProvider>
  </StrictMode>,
);
