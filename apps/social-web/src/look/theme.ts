export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function readTheme(): Theme {
  const kept = localStorage.getItem('theme');
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** The style sheet follows the device unless the root says otherwise. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function keepTheme(theme: Theme): void {
  localStorage.setItem('theme', theme);
  applyTheme(theme);
}
