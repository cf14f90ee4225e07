// A snapshot of the screen, for the next start without a network (ADR 0089). Guarantees: none is shown to anybody but the person
// whose screen it was, nor one that the device itself knows to be out of date.
//   taken   → the page is hidden; it replaces the one before
//   dropped → a page is seen again, or what is known has changed in any tab; or its person signs out
//   drawn   → at the next start at the same address, once, until the client itself has drawn
import { isOwner, storageOf } from '../api/device-owner.js';
import { deviceStorage, readJson, snapshotPrefix, storageOwnerKey } from '../api/device-storage.js';
import { preferredLanguage } from '../texts/languages.js';

export interface Snapshot {
  /** Where it was taken: at another place the screen would be another one. */
  readonly place: string;
  /** In milliseconds by the clock of this device; null when nothing on it ends. */
  readonly validUntil: number | null;
  /** Addresses of the style sheets. */
  readonly styles: readonly string[];
  readonly html: string;
}

/** In UTF-16 units. What waits to be sent is kept beside it, and a browser has room for some five million. */
const maxLength = 200_000;
const keyOf = (me: string) => `${snapshotPrefix}${me}`;

/** What decides how a screen looks, besides what is known; of the day, for times and "Today" are said by it. */
function placeNow(): string {
  const script = document.querySelector<HTMLScriptElement>('script[src^="/assets/"]');
  const now = new Date();
  return JSON.stringify([
    location.pathname + location.search,
    script?.src,
    preferredLanguage(),
    [now.toDateString(), now.getTimezoneOffset()],
    // Not those of the document, for which it would have to be laid out.
    [innerWidth, innerHeight],
  ]);
}

/** Addresses of the style sheets of this document: those of its parts come with them. */
export function stylesNow(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  return Array.from(links, ({ href }) => href);
}

export function keepSnapshot(me: string, kept: Pick<Snapshot, 'html' | 'validUntil'>): void {
  const text = JSON.stringify({ ...kept, place: placeNow(), styles: stylesNow() });
  if (isOwner(me) && text.length <= maxLength) storageOf(me).setItem(keyOf(me), text);
}

export function dropSnapshot(me: string): void {
  deviceStorage.removeItem(keyOf(me));
}

/** The one that may be shown now, if there is one. From then on it is not kept any more. */
export function takeOutSnapshot(): Snapshot | null {
  const me = deviceStorage.getItem(storageOwnerKey);
  if (me === null || !isOwner(me)) return null;
  const kept = readJson<Partial<Snapshot>>(deviceStorage.getItem(keyOf(me)));
  dropSnapshot(me);
  if (typeof kept?.html !== 'string' || kept.place !== placeNow()) return null;
  const { html, place, styles, validUntil = null } = kept;
  if (!Array.isArray(styles) || (validUntil !== null && Date.now() >= validUntil)) return null;
  return { html, place, styles, validUntil };
}
