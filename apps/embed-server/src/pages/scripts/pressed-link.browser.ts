/** The link of a player that a plain press asks for; `null` of a press that wants something else. */
export function pressedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return null;
  return (event.target as Element).closest<HTMLAnchorElement>('a[data-play]');
}

export const permissions = 'autoplay; fullscreen; encrypted-media; picture-in-picture';
