import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../layout/load-failure.js';
import { faultText, useWords } from '../words/words.js';
import { settingsQuery, useSettingsChange } from './settings.js';

const choices = ['readReceipts', 'typing', 'presence'] as const;

export function PrivacySection() {
  const words = useWords();
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  const change = useSettingsChange();
  return (
    <section aria-labelledby="settings-privacy">
      <h2 id="settings-privacy">{words.settings.privacy}</h2>
      {error && !settings && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {settings &&
        choices.map((choice) => (
          <label key={choice} className="settings-row">
            {words.settings[choice]}
            <input
              type="checkbox"
              role="switch"
              checked={settings[choice]}
              onChange={({ target }) => change.mutate({ [choice]: target.checked })}
            />
          </label>
        ))}
      {change.error && <p role="alert">{faultText(words, change.error)}</p>}
    </section>
  );
}
