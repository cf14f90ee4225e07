import { deviceStorage, subscribeToOtherTabs } from '../api/device-storage.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function readTheme(): Theme {
  const stored = deviceStorage.getItem('theme');
  return themes.find((theme) => theme === stored) ?? 'system';
}

const listeners = new Set<() => void>();

/** Calls when the theme was chosen, here or in another tab. */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the theme that is kept, from now on. */
export function followTheme(): void {
  showTheme();
  subscribeToOtherTabs(showTheme);
}

export function storeTheme(theme: Theme): void {
  deviceStorage.setItem('theme', theme);
  showTheme();
}

/** The style sheet follows the device unless the root says otherwise. */
function showTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}
