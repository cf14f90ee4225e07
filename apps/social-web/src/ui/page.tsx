import { useEffect, useState, type PropsWithChildren } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'wouter';
import { ApiError, foreignRefusal } from '../api/client.js';
import { forgetRead } from '../api/device-owner.js';
import { useIsOnline } from '../api/network.js';
import { loadAnew, reload } from '../release/new-version.js';
import type { Texts } from '../texts/en.js';
import { appName, useTexts } from '../texts/texts.js';
import { ScriptNotLoaded } from './lazy.js';

/** Sets the title of the tab: the page, and the number of chats with unread messages. */
export function usePageTitle(page: string, unread = 0): void {
  useEffect(() => {
    document.title = `${unread > 0 ? `(${countText(unread)}) ` : ''}${page} · ${appName}`;
  }, [page, unread]);
}

/** Of what nobody counts one by one; where there are many chats, not all of them are known here. */
export const countText = (count: number) => (count > 99 ? '99+' : String(count));

/** No snapshot of the screen is kept with it (ADR 0089), nor with a failure to load. */
export function Loading({ isApp = false }: { readonly isApp?: boolean }) {
  return (
    <p
      className={isApp ? 'wait wait-app' : 'wait'}
      role="status"
      aria-label={useTexts().loading}
      data-unfinished=""
    />
  );
}

/** A sentence about the error in the language of the page. */
export function errorText({ errors }: Texts, error: unknown): string {
  if (!(error instanceof ApiError)) return errors.unknown;
  if (error.status === 0) return navigator.onLine ? errors.unreachable : errors.offline;
  if (error.status === 429) return errors.rate_limited;
  if (error.status >= 500) return errors.unknown;
  return refusalText({ errors }, error.code);
}

/** Why the server, or something on the way, refused what was queued. */
export function refusalText({ errors }: Pick<Texts, 'errors'>, code: string): string {
  if (code === foreignRefusal) return errors.foreign;
  const byCode: Partial<Record<string, string>> = errors.byCode;
  return byCode[code] ?? errors.unknown;
}

/** The error as long as it is to be told: one that was made without a network says nothing any more once there is one. */
export function useToldError<Told>(error: Told): Told | null {
  const isOnline = useIsOnline();
  const [past, setPast] = useState<Told | null>(null);
  const isPast = isOnline && error instanceof ApiError && error.isOffline;
  if (isPast && past !== error) setPast(error);
  return isPast || past === error ? null : error;
}

interface ErrorTextProps {
  /** Nothing is shown without one. */
  readonly error: unknown;
  /** Beside a control, in the colour of errors. */
  readonly isInline?: boolean;
}

export function ErrorText({ error, isInline = false }: ErrorTextProps) {
  const texts = useTexts();
  const told = useToldError(error);
  if (!told) return null;
  const Element = isInline ? 'span' : 'p';
  return (
    <Element role="alert" className={isInline ? 'fault' : undefined}>
      {errorText(texts, told)}
    </Element>
  );
}

interface LoadFailureProps {
  readonly error: unknown;
  readonly onRetry: () => unknown;
  /** Where nobody has pressed anything; by default the same. */
  readonly onOnline?: () => unknown;
}

/** In the place of what could not be loaded. It is tried again by itself when the device is back on the network. */
export function LoadFailure({ error, onRetry, onOnline = onRetry }: LoadFailureProps) {
  const texts = useTexts();
  useEffect(() => {
    const retry = () => void onOnline();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [onOnline]);
  return (
    <div className="notice" role="alert" data-unfinished="">
      <p>{errorText(texts, error)}</p>
      <button className="button" onClick={() => void onRetry()}>
        {texts.retry}
      </button>
    </div>
  );
}

/** In the place of what is not there yet: that it is loaded, or why it could not be. */
export function NotLoaded({ error, onRetry }: LoadFailureProps) {
  return error ? <LoadFailure error={error} onRetry={onRetry} /> : <Loading />;
}

/** Keeps an error of a page, or a script that a newer release has removed, from the rest; each page is a new attempt. */
export function PageBoundary({ children }: PropsWithChildren) {
  const [path] = useLocation();
  return (
    <ErrorBoundary
      resetKeys={[path]}
      // What this device keeps may be the reason, where another program or a fault has damaged it.
      onError={(error) => error instanceof ScriptNotLoaded || forgetRead()}
      // A script that once failed to load stays failed until the document is loaded anew. By itself that is this one alone: a release
      // that waits is taken in every tab, once somebody asks for it.
      fallbackRender={({ error }) => (
        <LoadFailure error={error} onRetry={loadAnew} onOnline={reload} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
