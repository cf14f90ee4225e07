import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { accountQuery, useSessionEnd, useUnlink } from '../api/account.js';
import { providersQuery, signInWith } from '../session/sign-in.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { ErrorText, NotLoaded } from '../ui/page.js';
import { RequestButton } from '../ui/request-button.js';
import { formatTime } from '../ui/time.js';
import { Section } from './section.js';

/** Linked accounts, and further providers to link. */
export function AccountsSection() {
  const { settings } = useTexts();
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
  return (
    <Section id="accounts" title={settings.accounts} heading={heading}>
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      <ul>
        {accounts.map(({ id, provider, email }) => (
          <li key={id} className="settings-row">
            <span>
              {nameOf(provider)} {email && <bdi className="person-note">{email}</bdi>}
            </span>
            {accounts.length > 1 && (
              <RequestButton
                isUnderWay={unlink.isPending && unlink.variables === id}
                onPress={() => unlink.mutate(id, { onSuccess })}
              >
                {settings.unlink}
              </RequestButton>
            )}
          </li>
        ))}
      </ul>
      {others.map(({ id, name }) => (
        <RequestButton
          key={id}
          isUnderWay={link.isPending && link.variables === id}
          onPress={() => link.mutate(id)}
        >
          {settings.link(name)}
        </RequestButton>
      ))}
      <ErrorText error={unlink.error ?? link.error} />
    </Section>
  );
}

export function SessionsSection() {
  const {
    texts: { settings },
    locale,
  } = useLanguage();
  const { data, error, refetch } = useQuery(accountQuery);
  const end = useSessionEnd();
  const heading = useRef<HTMLHeadingElement>(null);
  const onSuccess = () => heading.current?.focus();
  const sessions = data?.sessions ?? [];
  return (
    <Section id="sessions" title={settings.sessions} heading={heading}>
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      <ul>
        {sessions.map(({ id, current, device: { browser, system }, lastUsedAt }) => (
          <li key={id} className="settings-row">
            <span>
              {[browser, system].filter(Boolean).join(' · ') || settings.unknownDevice}{' '}
              <span className="person-note">
                {current
                  ? settings.thisDevice
                  : settings.lastUsed(formatTime(lastUsedAt, 'moment', locale))}
              </span>
            </span>
            {!current && (
              <RequestButton
                isUnderWay={end.isPending && end.variables === id}
                onPress={() => end.mutate(id, { onSuccess })}
              >
                {settings.endSession}
              </RequestButton>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <RequestButton
          isUnderWay={end.isPending && end.variables === null}
          onPress={() => end.mutate(null, { onSuccess })}
        >
          {settings.endOthers}
        </RequestButton>
      )}
      <ErrorText error={end.error} />
    </Section>
  );
}
