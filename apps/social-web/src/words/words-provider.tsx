import { useEffect, useState, type ReactNode } from 'react';
import type { Words } from './en.js';
import { keepLanguage, languages, localeOf, preferredLanguage } from './languages.js';
import { WordsContext } from './words.js';

/** Waits for the catalogue, since a page in two languages is worse than one that comes a moment later. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(preferredLanguage);
  const [loaded, setLoaded] = useState<{ language: string; words: Words } | null>(null);

  useEffect(() => {
    let wanted = true;
    void languages[language]!.load().then((words) => {
      if (!wanted) return;
      document.documentElement.lang = language;
      document.documentElement.dir = languages[language]!.dir;
      setLoaded({ language, words });
    });
    return () => {
      wanted = false;
    };
  }, [language]);

  if (!loaded) return null;
  const choose = (next: string) => {
    keepLanguage(next);
    setLanguage(next);
  };
  return (
    <WordsContext value={{ ...loaded, locale: localeOf(loaded.language), choose }}>
      {children}
    </WordsContext>
  );
}
