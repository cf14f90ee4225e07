/** The link that a plain press asks for, if it is one of these; `null` of a press that wants something else. */
export function pressedLink(event: MouseEvent, links = 'a[data-play]'): HTMLAnchorElement | null {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return null;
  return (event.target as Element).closest<HTMLAnchorElement>(links);
}

export const permissions = 'autoplay; fullscreen; encrypted-media; picture-in-picture';
