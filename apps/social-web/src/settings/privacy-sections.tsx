import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery, settingsQuery, useMe, useSettingsChange } from '../api/account.js';
import { isTransient, socialApi } from '../api/client.js';
import { clearDevice, leaveDevice } from '../api/device-owner.js';
import { useTexts } from '../texts/texts.js';
import { Confirm } from '../ui/menu.js';
import { ErrorText, LoadFailure } from '../ui/page.js';
import { Section, Switch } from './section.js';

const privacySettings = ['readReceipts', 'typing', 'presence'] as const;

export function PrivacySection() {
  const texts = useTexts();
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  const { mutate, error: refusal } = useSettingsChange();
  return (
    <Section id="privacy" title={texts.settings.privacy}>
      {error && !settings && <LoadFailure error={error} onRetry={refetch} />}
      {settings &&
        privacySettings.map((name) => (
          <Switch
            key={name}
            label={texts.settings[name]}
            isOn={settings[name]}
            onChange={(isOn) => mutate({ [name]: isOn })}
          />
        ))}
      <ErrorText error={refusal} />
    </Section>
  );
}

/** Export and erasure of the account. */
export function DataSection() {
  const { settings } = useTexts();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const { email, id } = useMe();
  const confirm = email ?? id;
  const [lost, setLost] = useState<unknown>(null);
  const ask = async () => {
    try {
      await socialApi.DELETE('/api/account', { body: { confirm } });
    } catch (error) {
      if (!isTransient(error)) throw error;
      // It may have been done, and its reply lost: who is signed in says so, as soon as the server is reached.
      setLost(error);
      const me = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      if (me?.id === id) throw error;
    }
  };
  const erase = useMutation({
    mutationFn: () => leaveDevice(ask),
    onSuccess: () => clearDevice(client, id),
    onSettled: () => setLost(null),
  });
  return (
    <Section id="data" title={settings.data}>
      <div className="settings-buttons">
        <a className="button" href="/api/account/export" download="triptych.json">
          {settings.export}
        </a>
        <button className="button button-danger" onClick={() => setAsking(true)}>
          {settings.erase}
        </button>
      </div>
      <ErrorText error={erase.error ?? lost} />
      {isAsking && (
        <Confirm
          title={settings.erase}
          text={settings.eraseMeans}
          action={settings.erase}
          disabled={typed.trim() !== confirm}
          onConfirm={() => erase.mutate()}
          onClose={() => setAsking(false)}
        >
          <label className="dialog-field">
            {settings.eraseConfirm(confirm)}
            <input value={typed} onChange={({ target }) => setTyped(target.value)} />
          </label>
        </Confirm>
      )}
    </Section>
  );
}
