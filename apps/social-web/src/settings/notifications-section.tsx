import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../api/account.js';
import { keys } from '../api/query-cache.js';
import {
  findSupport,
  isDenied,
  readPushKey,
  setNotifications,
  type Reach,
} from '../live/device-notifications.js';
import { hasNotifications } from '../live/notifications.js';
import { hasSound, setSound } from '../live/sound.js';
import { useTexts } from '../texts/texts.js';
import { ErrorText } from '../ui/page.js';
import { Section, Switch } from './section.js';

export function NotificationsSection() {
  const { settings } = useTexts();
  const support = findSupport();
  return (
    <Section id="notifications" title={settings.notifications}>
      {support === 'ready' && <NotificationsSwitch />}
      {support === 'install' && <p>{settings.notifyInstall}</p>}
      {support === 'none' && <p>{settings.notifyUnsupported}</p>}
      <SoundSwitch />
    </Section>
  );
}

function SoundSwitch() {
  const { settings } = useTexts();
  const [isOn, setOn] = useState(hasSound);
  const change = (isWanted: boolean) => {
    setSound(isWanted);
    setOn(isWanted);
  };
  return <Switch label={settings.sound} isOn={isOn} onChange={change} />;
}

/** Asks for permission when it is pressed, never before. */
function NotificationsSwitch() {
  const { settings } = useTexts();
  const { id: me } = useMe();
  const [isOn, setOn] = useState(hasNotifications);
  const [reach, setReach] = useState<Reach | null>(null);
  const [error, setError] = useState<unknown>(null);
  // Without a key the server reaches no device whose client is closed, and nothing else is promised.
  const { data: key } = useQuery({
    queryKey: keys.pushKey,
    queryFn: () => readPushKey(),
    retry: false,
  });

  async function change(isWanted: boolean): Promise<void> {
    setError(null);
    setOn(isWanted);
    const next = await setNotifications(me, isWanted);
    setReach(next);
    setOn(next !== 'off');
  }

  return (
    <>
      <Switch
        label={key ? settings.notifyClosed : settings.notify}
        isOn={isOn}
        onChange={(isWanted) => void change(isWanted).catch(setError)}
      />
      <p role="status">
        {isDenied() ? settings.notifyDenied : key && reach === 'page' && settings.notifyOnlyOpen}
      </p>
      <ErrorText error={error} />
    </>
  );
}
