import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { Texts } from './en.js';
import { languages, localeOf, preferredLanguage, storeLanguage } from './languages.js';

export const appName = 'Triptych';

interface Language {
  readonly language: string;
  /** For dates and numbers, as in `en-GB`. */
  readonly locale: string;
  readonly texts: Texts;
  readonly choose: (language: string) => void;
}

const LanguageContext = createContext<Language | null>(null);

export function useLanguage(): Language {
  const language = use(LanguageContext);
  if (!language) throw new Error('outside of TextsProvider');
  return language;
}

export function useTexts(): Texts {
  return useLanguage().texts;
}

/** Draws nothing before the catalogue is loaded, so that no page appears in two languages. */
export function TextsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(preferredLanguage);
  const [loaded, setLoaded] = useState<{ language: string; texts: Texts } | null>(null);

  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    const { dir, load } = languages[language]!;
    load().then(
      (texts) => {
        if (!isCurrent) return;
        Object.assign(document.documentElement, { lang: language, dir });
        setLoaded({ language, texts });
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);

  if (!loaded) return isFailed ? <Reload /> : null;
  const choose = (next: string) => {
    storeLanguage(next);
    setLanguage(next);
  };
  return (
    <LanguageContext value={{ ...loaded, locale: localeOf(loaded.language), choose }}>
      {children}
    </LanguageContext>
  );
}

/** Without a single text: the catalogue could not be loaded. */
function Reload() {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <p className="app-failed">
      <a href="">{appName} ↻</a>
    </p>
  );
}
