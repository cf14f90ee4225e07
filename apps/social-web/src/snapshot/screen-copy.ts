// The screen as HTML that can be drawn without the client: without what is true only while it runs, and as it was scrolled.

export interface ScreenCopy {
  /** Paths of its style sheets: those of a part of the client come with that part. */
  readonly styles: readonly string[];
  /** Of the document: its language, its direction and its theme. */
  readonly root: Readonly<Record<string, string | null>>;
  readonly html: string;
}

/** What names a place in a list that was scrolled, in pixels, and what the policy allows as no attribute: a style. */
const [scrolled, styled] = ['data-scrolled', 'data-style'];
/** What is not to be seen; its place stays. */
const hidden = 'data-passing';
/** Who is online or writing, the state of the connection, and what was announced. */
const passing = '[role=status], [role=alert], [role=log]';
const rootAttributes = ['lang', 'dir', 'data-theme'];

function stylesNow(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  return Array.from(links, ({ href }) => new URL(href).pathname);
}

/** Whether it is the path of a style sheet of the client. */
export const isStyle = (path: unknown): path is string =>
  typeof path === 'string' && /^\/assets\/[\w-]+\.css$/.test(path);

/** As it is now; null while a part of it is missing. Nothing of it can be found by its id. */
export function copyScreen(element: HTMLElement): ScreenCopy | null {
  if (element.querySelector('[data-unfinished]')) return null;
  const { documentElement } = document;
  const attributes = rootAttributes.map((name) => [name, documentElement.getAttribute(name)]);
  const root = Object.fromEntries(attributes) as ScreenCopy['root'];
  return { styles: stylesNow(), root, html: copyHtml(element) };
}

function copyHtml(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  const copies = [...copy.querySelectorAll<HTMLElement>('*')];
  const originals = [...element.querySelectorAll<HTMLElement>('*')];
  const left: Element[] = [];
  originals.forEach((original, index) => {
    const one = copies[index]!;
    if (isOutOfSight(original)) left.push(one);
    else copyState(original, one);
  });
  for (const one of left) one.remove();
  for (const one of copy.querySelectorAll(passing)) one.toggleAttribute(hidden, true);
  return copy.innerHTML;
}

/** What is for screen readers alone; and rows: those below move nothing when they go, those above only where they have a place of their own. */
function isOutOfSight(element: HTMLElement): boolean {
  if (element.classList.contains('unseen')) return true;
  if (element.localName !== 'li') return false;
  const { top, bottom } = element.getBoundingClientRect();
  const isPlaced = element.style.position === 'absolute';
  return top > document.documentElement.clientHeight || (isPlaced && bottom < 0);
}

function copyState(original: HTMLElement, copy: HTMLElement): void {
  if (original.scrollTop > 0) copy.setAttribute(scrolled, String(original.scrollTop));
  copyInput(original, copy);
  if (/^(img|video|audio|source)$/.test(original.localName)) {
    emptyMedia(copy);
    keepSize(original, copy);
  } else if (isTransparent(original)) {
    copy.replaceChildren();
    keepSize(original, copy);
  }
  const style = copy.getAttribute('style');
  if (style) copy.setAttribute(styled, style);
  for (const name of ['style', 'id', 'autofocus']) copy.removeAttribute(name);
}

/** What was typed and chosen is no attribute, and does not go into HTML by itself. */
function copyInput(original: HTMLElement, copy: HTMLElement): void {
  switch (original.localName) {
    case 'textarea':
      copy.textContent = (original as HTMLTextAreaElement).value;
      break;
    case 'input':
      copy.setAttribute('value', (original as HTMLInputElement).value);
      copy.toggleAttribute('checked', (original as HTMLInputElement).checked);
      break;
    case 'option':
      copy.toggleAttribute('selected', (original as HTMLOptionElement).selected);
  }
}

/** They would be loaded, and some of their addresses lead nowhere once their page is gone. */
function emptyMedia(copy: HTMLElement): void {
  for (const name of ['src', 'srcset', 'alt', 'poster']) copy.removeAttribute(name);
  copy.style.visibility = 'hidden';
}

/** As the menu of a row that no pointer is above. Fields have nothing inside. */
const isTransparent = (element: HTMLElement) =>
  element.firstElementChild !== null && getComputedStyle(element).opacity === '0';

/** With nothing inside it has the place that it had. */
function keepSize(original: HTMLElement, copy: HTMLElement): void {
  const { width, height } = original.getBoundingClientRect();
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px`, flex: 'none' });
}

/** What a copy never has, and what would do more than be seen. */
const acting = 'base, embed, frame, iframe, link, meta, object, script, style, [src], [srcset]';

/** Null where something else was written in the place of a copy. */
export function readCopy(html: unknown): DocumentFragment | null {
  const template = document.createElement('template');
  template.innerHTML = String(html);
  const { content } = template;
  return typeof html !== 'string' || content.querySelector(acting) ? null : content;
}

export function applyRoot(root: ScreenCopy['root'] | undefined): void {
  for (const name of rootAttributes) {
    const value = root?.[name];
    if (typeof value === 'string') document.documentElement.setAttribute(name, value);
  }
}

/** Once it is in the document: then it can be scrolled. */
export function restoreState(element: HTMLElement): void {
  for (const one of element.querySelectorAll<HTMLElement>(`[${styled}]`))
    one.style.cssText = one.getAttribute(styled)!;
  for (const one of element.querySelectorAll(`[${scrolled}]`))
    one.scrollTop = Number(one.getAttribute(scrolled));
}
