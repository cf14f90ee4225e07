import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  sessionQuery,
  settingsQuery,
  useMe,
  useSettingsChange,
  type Settings,
} from '../api/account.js';
import { isTransient, socialApi } from '../api/client.js';
import { clearDevice, leaveDevice } from '../api/device-owner.js';
import { useTexts } from '../texts/texts.js';
import { Confirm } from '../ui/menu.js';
import { ErrorText, NotLoaded } from '../ui/page.js';
import { RequestButton } from '../ui/request-button.js';
import { Section, Switch } from './section.js';

const privacySettings = ['readReceipts', 'typing', 'presence'] as const;

export function PrivacySection() {
  const texts = useTexts();
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  return (
    <Section id="privacy" title={texts.settings.privacy}>
      {!settings && <NotLoaded error={error} onRetry={refetch} />}
      {settings &&
        privacySettings.map((name) => <PrivacySwitch key={name} name={name} settings={settings} />)}
    </Section>
  );
}

interface PrivacySwitchProps {
  readonly name: (typeof privacySettings)[number];
  readonly settings: Settings;
}

function PrivacySwitch({ name, settings }: PrivacySwitchProps) {
  const texts = useTexts();
  const { mutate, error, isPending, variables } = useSettingsChange();
  return (
    <>
      <Switch
        label={texts.settings[name]}
        isOn={(isPending ? variables[name] : undefined) ?? settings[name]}
        isUnderWay={isPending}
        onChange={(isOn) => mutate({ [name]: isOn })}
      />
      <ErrorText error={error} />
    </>
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
        <RequestButton
          className="button button-danger"
          isUnderWay={erase.isPending}
          onPress={() => setAsking(true)}
        >
          {settings.erase}
        </RequestButton>
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
