// Settings of this device, kept in its localStorage.
import { useSyncExternalStore } from 'react';
import { languages } from '../texts/languages.js';
import { useLanguage } from '../texts/texts.js';
import { readTheme, storeTheme, subscribeToTheme, themes } from '../ui/theme.js';
import { Section } from './section.js';

export function AppearanceSection() {
  const { texts, language, choose } = useLanguage();
  const theme = useSyncExternalStore(subscribeToTheme, readTheme);
  return (
    <Section id="appearance" title={texts.settings.appearance}>
      <fieldset className="choices">
        <legend>{texts.settings.theme}</legend>
        {themes.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="theme"
              checked={theme === name}
              onChange={() => storeTheme(name)}
            />
            {texts.settings.themes[name]}
          </label>
        ))}
      </fieldset>
      <label className="settings-row">
        {texts.settings.language}
        <select value={language} onChange={({ target }) => choose(target.value)}>
          {Object.entries(languages).map(([code, { name }]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </Section>
  );
}
