import { useMutation, useQuery } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';
import { LoadFailure } from '../layout/load-failure.js';
import { usePageTitle } from '../layout/page-title.js';
import { faultText, useWords } from '../words/words.js';
import { signInWith } from './sign-in.js';
import './sign-in.css';

export interface Provider {
  readonly id: string;
  readonly name: string;
}

export const providersQuery = {
  queryKey: keys.providers,
  queryFn: async () =>
    Object.values(await dataOf(socialApi.GET('/api/auth/providers'))) as Provider[],
};

export function SignInPage() {
  const words = useWords();
  usePageTitle(words.signIn.title);
  const { data: providers, error, refetch } = useQuery(providersQuery);
  const leave = useMutation({ mutationFn: (provider: string) => signInWith(provider) });
  return (
    <main className="sign-in">
      <img src="/icon.svg" alt="" width="72" height="72" />
      <h1>{words.appName}</h1>
      <p>{words.signIn.lead}</p>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {providers?.length === 0 && <p>{words.signIn.none}</p>}
      {providers?.map(({ id, name }) => (
        <button
          key={id}
          className="button button-strong"
          disabled={leave.isPending || leave.isSuccess}
          onClick={() => leave.mutate(id)}
        >
          {words.signIn.with(name)}
        </button>
      ))}
      {leave.error && <p role="alert">{faultText(words, leave.error)}</p>}
    </main>
  );
}
