import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { Texts } from './en.js';

/** Every language of the client. To add one, add a catalogue beside `en.ts` and a row here. */
export const languages: Readonly<
  Record<string, { name: string; dir: 'ltr' | 'rtl'; load: () => Promise<Texts> }>
> = {
  en: { name: 'English', dir: 'ltr', load: async () => (await import('./en.js')).en },
  de: { name: 'Deutsch', dir: 'ltr', load: async () => (await import('./de.js')).de },
  ar: { name: 'العربية', dir: 'rtl', load: async () => (await import('./ar.js')).ar },
};

const storageKey = 'language';

/** The chosen language, else the first of the browser's languages that has a catalogue. */
function preferredLanguage(): string {
  const preferred = [localStorage.getItem(storageKey) ?? '', ...navigator.languages];
  return preferred.map((tag) => tag.split('-')[0]!).find((code) => code in languages) ?? 'en';
}

/** The browser's own variant of a language, if it has one: only that says how dates are written there. */
function localeOf(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

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

  useEffect(() => {
    let isCurrent = true;
    const { dir, load } = languages[language]!;
    void load().then((texts) => {
      if (!isCurrent) return;
      Object.assign(document.documentElement, { lang: language, dir });
      setLoaded({ language, texts });
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);

  if (!loaded) return null;
  const choose = (next: string) => {
    localStorage.setItem(storageKey, next);
    setLanguage(next);
  };
  return (
    <LanguageContext value={{ ...loaded, locale: localeOf(loaded.language), choose }}>
      {children}
    </LanguageContext>
  );
}
