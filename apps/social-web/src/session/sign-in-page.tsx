import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useRoute } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { unreachable } from '../api/client.js';
import { keys, useAskedWhenSeen } from '../api/query-cache.js';
import { appName, useTexts } from '../texts/texts.js';
import { ErrorText, LoadFailure, usePageTitle } from '../ui/page.js';
import { RequestButton } from '../ui/request-button.js';
import { useHasKeptUnsent } from './kept-unsent.js';
import { providersQuery, signInWith } from './sign-in.js';
import './sign-in.css';

/** The first page for who is not signed in: what this is, and one button to begin with. */
export function SignInPage() {
  const { signIn: texts, share } = useTexts();
  const [isShare, parameters] = useRoute('/share/:id');
  // In the place of an id may stand why nothing waits.
  const isWaiting = isShare && !Object.hasOwn(share.failures, parameters.id);
  const hasKeptUnsent = useHasKeptUnsent();
  usePageTitle(texts.title);
  useForgottenState();
  // Somebody may have signed in in another tab.
  useAskedWhenSeen(keys.session);
  return (
    <main className="sign-in">
      <img src="/icon.svg" alt="" width="72" height="72" />
      <h1>{appName}</h1>
      <p className="sign-in-lead">{isWaiting ? share.waits : texts.lead}</p>
      {hasKeptUnsent && <p className="sign-in-note">{texts.unsent}</p>}
      <Providers />
      <ul className="sign-in-points">
        {texts.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="sign-in-note">{texts.honest}</p>
    </main>
  );
}

/** What the history holds beside its addresses is of who was signed in: words that they have searched for. */
function useForgottenState(): void {
  const [, navigate] = useLocation();
  const state: unknown = useHistoryState();
  useEffect(() => {
    const { pathname, search, hash } = location;
    if (state !== null) navigate(pathname + search + hash, { replace: true });
  }, [state, navigate]);
}

/** The first provider is the way in, the others stand below it. */
function Providers() {
  const { signIn: texts } = useTexts();
  const { data: providers, failureReason, isPaused, refetch } = useQuery(providersQuery);
  // Said at the first failure, while it is tried again.
  const failure = providers ? null : (failureReason ?? (isPaused ? unreachable() : null));
  const signIn = useMutation({ mutationFn: (provider: string) => signInWith(provider) });
  const isLeaving = signIn.isPending || signIn.isSuccess;
  return (
    <div className="sign-in-providers">
      {failure && <LoadFailure error={failure} onRetry={refetch} />}
      {providers?.length === 0 && <p>{texts.none}</p>}
      {providers?.map(({ id, name }, index) => (
        <RequestButton
          key={id}
          className={index === 0 ? 'button button-strong' : 'button'}
          isUnderWay={isLeaving && signIn.variables === id}
          isDisabled={isLeaving}
          onPress={() => signIn.mutate(id)}
        >
          {texts.with(name)}
        </RequestButton>
      ))}
      <ErrorText error={signIn.error} />
    </div>
  );
}
