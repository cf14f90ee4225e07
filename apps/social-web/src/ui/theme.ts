import { deviceStorage } from '../api/device-storage.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function readTheme(): Theme {
  const stored = deviceStorage.getItem('theme');
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** The style sheet follows the device unless the root says otherwise. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function storeTheme(theme: Theme): void {
  deviceStorage.setItem('theme', theme);
  applyTheme(theme);
}
