import { useMe } from '../session/session.js';
import { Avatar } from '../layout/avatar.js';
import { personName } from '../layout/person-name.js';
import { useWords } from '../words/words.js';
import { AppearanceSection } from './appearance-section.js';
import { AccountsSection } from './accounts-section.js';
import { NameForm } from './name-form.js';
import { DataSection } from './data-section.js';
import { NotificationsSection } from './notifications-section.js';
import { PrivacySection } from './privacy-section.js';
import { SessionsSection } from './sessions-section.js';
import { SignOutButton } from './sign-out-button.js';
import './settings.css';

export default function SettingsPage() {
  const words = useWords();
  const me = useMe();
  return (
    <div className="page settings">
      <h1>{words.settings.title}</h1>
      <section aria-labelledby="settings-profile">
        <h2 id="settings-profile">{words.settings.profile}</h2>
        <div className="settings-me">
          <Avatar id={me.id} name={personName(me, words)} image={me.image} />
          <p>
            <bdi className="person-name">{personName(me, words)}</bdi>
            <br />
            <bdi className="person-note">{me.email}</bdi>
          </p>
          <SignOutButton />
        </div>
        <NameForm />
      </section>
      <AppearanceSection />
      <PrivacySection />
      <NotificationsSection />
      <AccountsSection />
      <SessionsSection />
      <DataSection />
    </div>
  );
}
