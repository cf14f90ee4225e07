// What a link of an invitation holds, in this tab alone: it stands behind `#`, so that no server sees it, and the way to the
// provider and back would lose it.

const key = 'invitation';

/** Takes it out of the address, where a copied address or a look at the screen would give it away. */
export function holdLink(): void {
  const token = location.hash.slice(1);
  if (location.pathname !== '/invitation' || token === '') return;
  sessionStorage.setItem(key, token);
  history.replaceState(null, '', location.pathname);
}

export function heldLink(): string | null {
  return sessionStorage.getItem(key);
}

export function dropLink(): void {
  sessionStorage.removeItem(key);
}
