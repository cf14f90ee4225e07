import { deviceStorage } from '../api/device-storage.js';
import type { Texts } from './en.js';

/** Every language of the client. To add one, add a catalogue beside `en.ts` and a row here. */
export const languages: Readonly<
  Record<string, { name: string; dir: 'ltr' | 'rtl'; load: () => Promise<Texts> }>
> = {
  en: { name: 'English', dir: 'ltr', load: async () => (await import('./en.js')).en },
  de: { name: 'Deutsch', dir: 'ltr', load: async () => (await import('./de.js')).de },
  fr: { name: 'Français', dir: 'ltr', load: async () => (await import('./fr.js')).fr },
  es: { name: 'Español', dir: 'ltr', load: async () => (await import('./es.js')).es },
  ja: { name: '日本語', dir: 'ltr', load: async () => (await import('./ja.js')).ja },
  ar: { name: 'العربية', dir: 'rtl', load: async () => (await import('./ar.js')).ar },
};

const storageKey = 'language';

/** The chosen language, else the first of the browser's languages that has a catalogue. */
export function preferredLanguage(): string {
  const preferred = [deviceStorage.getItem(storageKey) ?? '', ...navigator.languages];
  return preferred.map((tag) => tag.split('-')[0]!).find((code) => code in languages) ?? 'en';
}

export function storeLanguage(language: string): void {
  deviceStorage.setItem(storageKey, language);
}

export function loadTexts(language: string): Promise<Texts> {
  return languages[language]!.load();
}

/** The browser's own variant of a language, if it has one: only that says how dates are written there. */
export function localeOf(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}
