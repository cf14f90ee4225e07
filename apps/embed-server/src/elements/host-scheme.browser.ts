// The colour scheme of the site around an element, and when it may have changed: sites switch it by an attribute of their root or
// body, or follow the reader's wish in their own style sheet.

const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());
const observer = new MutationObserver(notify);
const wish = matchMedia('(prefers-color-scheme:dark)');

/** `null`: the site does not say, or leaves it to the reader. */
export function schemeAround(element: Element): 'light' | 'dark' | null {
  const said = getComputedStyle(element).colorScheme.replace(/ ?only ?/, '');
  return said === 'light' || said === 'dark' ? said : null;
}

/** Returns a function that ends it. One observer serves all elements. */
export function onSchemeChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const root of [document.documentElement, document.body])
      observer.observe(root, { attributes: true });
    wish.addEventListener('change', notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    observer.disconnect();
    wish.removeEventListener('change', notify);
  };
}
