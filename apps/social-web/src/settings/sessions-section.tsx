import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { LoadFailure } from '../layout/load-failure.js';
import { faultText, useLanguage } from '../words/words.js';
import { accountQuery, useOtherSessionsEnd, useSessionEnd } from './account.js';

export function SessionsSection() {
  const { words, locale } = useLanguage();
  const { data, error, refetch } = useQuery(accountQuery);
  const end = useSessionEnd();
  const endOthers = useOtherSessionsEnd();
  // The button that was pressed goes, and the focus needs a place.
  const heading = useRef<HTMLHeadingElement>(null);
  const onSuccess = () => heading.current?.focus();
  const sessions = data?.sessions ?? [];
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const fault = end.error ?? endOthers.error;
  return (
    <section aria-labelledby="settings-sessions">
      <h2 id="settings-sessions" ref={heading} tabIndex={-1}>
        {words.settings.sessions}
      </h2>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <ul>
        {sessions.map(({ id, current, device, lastUsedAt }) => (
          <li key={id} className="settings-row">
            <span>
              {[device.browser, device.system].filter(Boolean).join(' · ') ||
                words.settings.unknownDevice}{' '}
              <span className="person-note">
                {current
                  ? words.settings.thisDevice
                  : words.settings.lastUsed(when.format(new Date(lastUsedAt)))}
              </span>
            </span>
            {!current && (
              <button className="button" onClick={() => end.mutate(id, { onSuccess })}>
                {words.settings.endSession}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <button className="button" onClick={() => endOthers.mutate(undefined, { onSuccess })}>
          {words.settings.endOthers}
        </button>
      )}
      {fault && <p role="alert">{faultText(words, fault)}</p>}
    </section>
  );
}
