import { useState } from 'react';
import { keepTheme, readTheme, themes } from '../look/theme.js';
import { languages } from '../words/languages.js';
import { useLanguage } from '../words/words.js';

export function AppearanceSection() {
  const { words, language, choose } = useLanguage();
  const [theme, setTheme] = useState(readTheme);
  return (
    <section aria-labelledby="settings-appearance">
      <h2 id="settings-appearance">{words.settings.appearance}</h2>
      <fieldset className="choices">
        <legend>{words.settings.theme}</legend>
        {themes.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="theme"
              checked={theme === name}
              onChange={() => {
                keepTheme(name);
                setTheme(name);
              }}
            />
            {words.settings.themes[name]}
          </label>
        ))}
      </fieldset>
      <label className="settings-row">
        {words.settings.language}
        <select value={language} onChange={({ target }) => choose(target.value)}>
          {Object.entries(languages).map(([code, { name }]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
