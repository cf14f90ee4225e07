import { useState } from 'react';
import { setNotifications, wantsNotifications } from '../live/notifications.js';
import { useWords } from '../words/words.js';

export function NotificationsSection() {
  const words = useWords();
  const [isOn, setOn] = useState(() => 'Notification' in window && wantsNotifications());
  const [isDenied, setDenied] = useState(false);
  if (!('Notification' in window)) return null;

  async function change(wanted: boolean): Promise<void> {
    const isAllowed = await setNotifications(wanted);
    setOn(wanted && isAllowed);
    setDenied(wanted && !isAllowed);
  }

  return (
    <section aria-labelledby="settings-notifications">
      <h2 id="settings-notifications">{words.settings.notifications}</h2>
      <label className="settings-row">
        {words.settings.notify}
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          onChange={({ target }) => void change(target.checked)}
        />
      </label>
      <p role="status">{isDenied && words.settings.notifyDenied}</p>
    </section>
  );
}
