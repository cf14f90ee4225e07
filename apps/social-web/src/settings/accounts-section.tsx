import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { LoadFailure } from '../layout/load-failure.js';
import { providersQuery } from '../session/sign-in-page.js';
import { signInWith } from '../session/sign-in.js';
import { faultText, useWords } from '../words/words.js';
import { accountQuery, useUnlink } from './account.js';

export function AccountsSection() {
  const words = useWords();
  const { data, error, refetch } = useQuery(accountQuery);
  const { data: providers = [] } = useQuery(providersQuery);
  const unlink = useUnlink();
  const link = useMutation({ mutationFn: (id: string) => signInWith(id, { link: true }) });
  const heading = useRef<HTMLHeadingElement>(null);
  const onSuccess = () => heading.current?.focus();
  const nameOf = (provider: string) =>
    providers.find(({ id }) => id === provider)?.name ?? provider;
  const accounts = data?.accounts ?? [];
  const others = providers.filter(({ id }) => !accounts.some(({ provider }) => provider === id));
  const fault = unlink.error ?? link.error;
  return (
    <section aria-labelledby="settings-accounts">
      <h2 id="settings-accounts" ref={heading} tabIndex={-1}>
        {words.settings.accounts}
      </h2>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <ul>
        {accounts.map(({ id, provider, email }) => (
          <li key={id} className="settings-row">
            <span>
              {nameOf(provider)} {email && <bdi className="person-note">{email}</bdi>}
            </span>
            {accounts.length > 1 && (
              <button className="button" onClick={() => unlink.mutate(id, { onSuccess })}>
                {words.settings.unlink}
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.map(({ id, name }) => (
        <button key={id} className="button" onClick={() => link.mutate(id)}>
          {words.settings.link(name)}
        </button>
      ))}
      {fault && <p role="alert">{faultText(words, fault)}</p>}
    </section>
  );
}
