import type { PropsWithChildren } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'wouter';
import { LoadFailure } from './load-failure.js';

/** What breaks in here, or has lost its script to a newer release, leaves the rest standing; another page is a new try. */
export function PageBoundary({ children }: PropsWithChildren) {
  const [path] = useLocation();
  return (
    <ErrorBoundary
      resetKeys={[path]}
      // A script that once failed to load stays failed until the page is loaded anew.
      fallbackRender={({ error }) => (
        <LoadFailure error={error} onRetry={() => window.location.reload()} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
