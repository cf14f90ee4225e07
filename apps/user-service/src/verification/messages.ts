import type { Language } from '../languages/languages.js';
import { ar } from './messages/ar.js';
import { de } from './messages/de.js';
import { en } from './messages/en.js';
import { es } from './messages/es.js';
import { fr } from './messages/fr.js';
import { ja } from './messages/ja.js';
import { pt } from './messages/pt.js';

/** The words of mails and pages. `host` is that of PUBLIC_URL. */
export interface Messages {
  readonly direction: 'ltr' | 'rtl';
  readonly subject: (host: string) => string;
  /** Why somebody gets the mail. */
  readonly reason: (host: string) => string;
  /** What to do with the link below it. */
  readonly open: string;
  readonly ends: string;
  /** For who did not register. */
  readonly ignore: string;
  readonly confirm: string;
  /** Above the button. */
  readonly ask: (host: string) => string;
  readonly done: string;
  readonly doneMore: string;
  readonly invalid: string;
  readonly invalidMore: string;
}

export const catalogues: Readonly<Record<Language, Messages>> = { en, de, fr, es, pt, ja, ar };
