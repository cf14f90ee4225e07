import { useTexts } from '../texts/texts.js';
import { AboutSection } from './about-section.js';
import { AccountsSection, SessionsSection } from './account-sections.js';
import { AppearanceSection } from './device-sections.js';
import { NotificationsSection } from './notifications-section.js';
import { DataSection, PrivacySection } from './privacy-sections.js';
import { ProfileSection } from './profile-section.js';
import './settings.css';

export default function SettingsPage() {
  return (
    <div className="page settings">
      <h1>{useTexts().settings.title}</h1>
      <ProfileSection />
      <AppearanceSection />
      <PrivacySection />
      <NotificationsSection />
      <AccountsSection />
      <SessionsSection />
      <DataSection />
      <AboutSection />
    </div>
  );
}
