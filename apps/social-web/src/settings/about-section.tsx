import { useTexts } from '../texts/texts.js';
import { Section } from './section.js';

/** What this is, and who can read what is written here. */
export function AboutSection() {
  const { settings, signIn } = useTexts();
  return (
    <Section id="about" title={settings.about}>
      <p>{signIn.lead}</p>
      <p>{signIn.honest}</p>
      <p>{settings.aboutDeleting}</p>
    </Section>
  );
}
