import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { subscribeToOtherTabs } from '../api/device-storage.js';
import type { Texts } from './en.js';
import { languages, loadTexts, localeOf, preferredLanguage, storeLanguage } from './languages.js';

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

interface TextsProviderProps {
  /** The one to begin with. */
  readonly language: string;
  /** In that language; null where they could not be loaded. */
  readonly texts: Texts | null;
  readonly children: ReactNode;
}

/**
 * Another language, chosen here or in another tab, is shown once its catalogue is loaded, so that no page appears in two.
 */
export function TextsProvider({ children, ...start }: TextsProviderProps) {
  const [language, setLanguage] = useState(start.language);
  const [loaded, setLoaded] = useState(start);

  useEffect(() => {
    if (language === loaded.language) return;
    let isCurrent = true;
    loadTexts(language).then(
      (texts) => isCurrent && setLoaded({ language, texts }),
      // The former language stays.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [language, loaded.language]);
  useEffect(() => subscribeToOtherTabs(() => setLanguage(preferredLanguage())), []);
  useLayoutEffect(() => {
    const { dir } = languages[loaded.language]!;
    Object.assign(document.documentElement, { lang: loaded.language, dir });
  }, [loaded.language]);

  const { texts } = loaded;
  const shown = useMemo(() => {
    const choose = (next: string) => {
      storeLanguage(next);
      setLanguage(next);
    };
    return texts && { language: loaded.language, locale: localeOf(loaded.language), texts, choose };
  }, [loaded.language, texts]);
  if (!shown) return <Reload />;
  return <LanguageContext value={shown}>{children}</LanguageContext>;
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
