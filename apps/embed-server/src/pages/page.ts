import type { Language } from './messages.js';

/** A self-contained HTML document and the policy that it must be sent with. */
export interface Page {
  readonly html: string;
  /** Value of the `Content-Security-Policy` header. */
  readonly contentSecurityPolicy: string;
}

export interface PageOptions {
  /** The server as the browser sees it; its path, if any, precedes every image path. */
  readonly publicUrl: string;
  /** Who may frame the page: CSP host sources, or `*`. */
  readonly frameAncestors: readonly string[];
  /** Of dates and words around the content, not of the content. */
  readonly language: Language;
}

/** The path of the public URL without a trailing slash: '' at the root of a host. */
export function basePath(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/+$/, '') : '';
}
