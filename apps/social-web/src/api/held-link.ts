// What a link of an invitation holds, in this tab alone: it stands behind `#`, so that no server sees it, and the way to the
// provider and back would lose it. Where the browser denies storage it is known until the page is left.
//   held by nobody → held by a person   they are signed in while it is held
//   held by a person → dropped          they have accepted it, or not, or signed out, or another person is signed in in this tab

const [tokenKey, holderKey] = ['invitation', 'invitation/holder'];

interface HeldLink {
  readonly token: string;
  readonly holder: string | null;
}

let held: HeldLink | null = null;

/**
 * Takes it out of the address, where a copied address or a look at the screen would give it away.
 *
 * @param holder the id of who is signed in, as far as that is known
 */
export function holdLink(holder: string | null = null): void {
  const token = location.hash.slice(1);
  if (location.pathname !== '/invitation' || token === '') return;
  keep({ token, holder });
  history.replaceState(null, '', location.pathname);
}

export function heldLink(): string | null {
  return find()?.token ?? null;
}

/** It is this person's from now on; that of another one, who was signed in in this tab before, goes. */
export function claimLink(me: string): void {
  const link = find();
  if (!link) return;
  if (link.holder === null || link.holder === me) keep({ ...link, holder: me });
  else dropLink();
}

export function dropLink(): void {
  held = null;
  inStorage((session) => {
    session.removeItem(tokenKey);
    session.removeItem(holderKey);
  });
}

function keep(link: HeldLink): void {
  held = link;
  inStorage((session) => {
    session.setItem(tokenKey, link.token);
    if (link.holder === null) session.removeItem(holderKey);
    else session.setItem(holderKey, link.holder);
  });
}

function find(): HeldLink | null {
  const stored = (session: Storage) => {
    const token = session.getItem(tokenKey);
    return token === null ? null : { token, holder: session.getItem(holderKey) };
  };
  return held ?? inStorage(stored);
}

/** Null where storage is denied. */
function inStorage<Result>(act: (session: Storage) => Result): Result | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}
