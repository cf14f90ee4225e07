import type { Language } from './messages.js';
import type { SnapshotNote } from './post.js';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function knownTheme(preference: string | undefined): Theme | undefined {
  return themes.find((theme) => theme === preference);
}

/** A self-contained HTML document and the policy that it must be sent with. */
export interface Page {
  readonly html: string;
  /** Value of the `Content-Security-Policy` header. */
  readonly contentSecurityPolicy: string;
}

export interface Site {
  /** The server as the browser sees it; its path, if any, precedes every image path. */
  readonly publicUrl: string;
  /** What is made stands in a page of another origin, so that its pictures are named with this server's. */
  readonly isElsewhere?: boolean;
}

export interface PageOptions extends Site {
  /** Who may frame the page: CSP host sources, or `*`. */
  readonly frameAncestors: readonly string[];
  /** Of dates and words around the content, not of the content. */
  readonly language: Language;
  /** Instead of what the reader prefers. */
  readonly theme?: Theme | undefined;
  /** Of which the post is shown. */
  readonly snapshot?: SnapshotNote | null;
}

/** The path of the public URL without a trailing slash: '' at the root of a host. */
export function basePath(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/(?<!\/)\/+$/, '') : '';
}

/** What precedes every image path. */
export function imageBase({ publicUrl, isElsewhere }: Site): string {
  return isElsewhere ? publicUrl.replace(/(?<!\/)\/+$/, '') : basePath(publicUrl);
}

/** The address of a path that begins with that of the public URL. */
export function absolute(path: string, publicUrl: string): string {
  return new URL(publicUrl).origin + path;
}
