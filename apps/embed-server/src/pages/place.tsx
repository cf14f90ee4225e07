// Where the parts of a page stand: in a page of this server, whose script plays what is pressed, or in one of a site, which
// has no script of ours. Guarantees: what stands in a site offers nothing that only the script could do.

import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';

export const InSite = createContext(false);

/** A page's heading; the headings of a site are its own. */
export function Title(props: {
  readonly children: ComponentChildren;
  readonly isPlain?: boolean;
}): ComponentChildren {
  const isInSite = useContext(InSite);
  if (!isInSite && !props.isPlain) return <h1 dir="auto">{props.children}</h1>;
  const heading = isInSite ? {} : ({ role: 'heading', 'aria-level': 1 } as const);
  return (
    <div class="name" {...heading} dir="auto">
      {props.children}
    </div>
  );
}

/** What a press loads here; in a site it is a link like others. */
export function PlayerNote(props: { readonly children: ComponentChildren }): ComponentChildren {
  return useContext(InSite) ? null : props.children;
}

/**
 * Where addresses of pictures begin that many of them share: a page of a gallery names it once (`<base>`), and what is below
 * it without it.
 */
export const PictureBase = createContext('');

export function usePicturePath(): (path: string) => string {
  const base = useContext(PictureBase);
  return (path) => (base !== '' && path.startsWith(base) ? path.slice(base.length) : path);
}

/** Links open a tab: a page says so once (`<base>`), a site has links of its own. */
export function useTarget(): { readonly target?: '_blank' } {
  return useContext(InSite) ? { target: '_blank' } : {};
}

/** Of a picture that has its box before it comes: a page is shown as a whole, a site loads what is read. */
export function usePictureAttributes(): { readonly loading?: 'lazy' } {
  return useContext(InSite) ? { loading: 'lazy' } : {};
}

export interface Player {
  readonly play: string;
  /** Addresses, separated by spaces; `null`: a link is all there is. */
  readonly source: string | null;
  readonly parents?: string | undefined;
}

/** For the page's script, which puts the player in the place of the link. */
export function usePlayer({ play, source, parents }: Player): Readonly<Record<string, string>> {
  if (useContext(InSite) || source === null) return {};
  return {
    'data-play': play,
    'data-source': source,
    ...(parents !== undefined && { 'data-parents': parents }),
  };
}
