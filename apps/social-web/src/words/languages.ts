import type { Words } from './en.js';

/** Every language of the client. A further one is a catalogue beside `en.ts` and a row here. */
export const languages: Readonly<
  Record<string, { name: string; dir: 'ltr' | 'rtl'; load: () => Promise<Words> }>
> = {
  en: { name: 'English', dir: 'ltr', load: async () => (await import('./en.js')).en },
  de: { name: 'Deutsch', dir: 'ltr', load: async () => (await import('./de.js')).de },
  ar: { name: 'العربية', dir: 'rtl', load: async () => (await import('./ar.js')).ar },
};

const stored = 'language';

/** What the person chose, else the first of the browser's languages that we speak. */
export function preferredLanguage(): string {
  const wishes = [localStorage.getItem(stored) ?? '', ...navigator.languages];
  const spoken = wishes.map((wish) => wish.split('-')[0]!).find((wish) => wish in languages);
  return spoken ?? 'en';
}

export function keepLanguage(language: string): void {
  localStorage.setItem(stored, language);
}

/** The device's own kind of a language, if it has one: only that knows how days and hours are written there. */
export function localeOf(language: string): string {
  return navigator.languages.find((wish) => wish.split('-')[0] === language) ?? language;
}
