import { useMutation, useQuery } from '@tanstack/react-query';
import { appName, useTexts } from '../texts/texts.js';
import { ErrorText, LoadFailure, usePageTitle } from '../ui/page.js';
import { providersQuery, signInWith } from './sign-in.js';
import './sign-in.css';

export function SignInPage() {
  const texts = useTexts();
  usePageTitle(texts.signIn.title);
  const { data: providers, error, refetch } = useQuery(providersQuery);
  const signIn = useMutation({ mutationFn: (provider: string) => signInWith(provider) });
  return (
    <main className="sign-in">
      <img src="/icon.svg" alt="" width="72" height="72" />
      <h1>{appName}</h1>
      <p>{texts.signIn.lead}</p>
      {error && <LoadFailure error={error} onRetry={refetch} />}
      {providers?.length === 0 && <p>{texts.signIn.none}</p>}
      {providers?.map(({ id, name }) => (
        <button
          key={id}
          className="button button-strong"
          disabled={signIn.isPending || signIn.isSuccess}
          onClick={() => signIn.mutate(id)}
        >
          {texts.signIn.with(name)}
        </button>
      ))}
      <ErrorText error={signIn.error} />
    </main>
  );
}
