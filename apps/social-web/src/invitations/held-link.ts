// What a link of an invitation holds, in this tab alone: it stands behind `#`, so that no server sees it, and the way to the
// provider and back would lose it. Where the browser denies storage it is known until the page is left.

const key = 'invitation';
let held: string | null = null;

/** Takes it out of the address, where a copied address or a look at the screen would give it away. */
export function holdLink(): void {
  const token = location.hash.slice(1);
  if (location.pathname !== '/invitation' || token === '') return;
  held = token;
  inStorage((session) => session.setItem(key, token));
  history.replaceState(null, '', location.pathname);
}

export function heldLink(): string | null {
  return held ?? inStorage((session) => session.getItem(key));
}

export function dropLink(): void {
  held = null;
  inStorage((session) => session.removeItem(key));
}

/** Null where storage is denied. */
function inStorage<Result>(act: (session: Storage) => Result): Result | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}
