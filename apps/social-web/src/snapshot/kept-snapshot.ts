// A snapshot of the screen, for the next start without a network (ADR 0089). Guarantees: none is shown to anybody but the person
// whose screen it was, nor one that the device itself knows to be out of date.
//   taken   → the page is hidden; it replaces the one before
//   dropped → a page is seen, or what is known has changed in any tab; or its person signs out
//   drawn   → at the next start at the same place, once, until the client itself has drawn
import { deviceStorage, readJson, snapshotKey } from '../api/device-storage.js';
import { serverNow } from '../api/server-clock.js';
import { entryScript } from '../release/entry-script.js';
import type { ScreenCopy } from './screen-copy.js';

interface Snapshot {
  readonly screen: ScreenCopy;
  /** Where it was taken: at another place the screen would be another one. */
  readonly place: string;
  /** All that the device's storage held beside it: whose it is, what is queued and drafted, and how it is shown. */
  readonly beside: string;
  /** In milliseconds by the clock of the server; null when nothing on it ends. */
  readonly validUntil: number | null;
}

/**
 * In UTF-16 units. What waits to be sent is kept beside it, and a browser has room for some five million. A longer one is of
 * another program, and could hold up the start for many seconds.
 */
const maxLength = 200_000;

/** What decides how a screen looks, besides what is kept; of the day, for times and "Today" are said by it. */
function placeNow(): string {
  const now = new Date(serverNow());
  return JSON.stringify([
    location.pathname + location.search,
    entryScript(),
    [now.toDateString(), now.getTimezoneOffset()],
    // Not those of the document, for which it would have to be laid out.
    [innerWidth, innerHeight],
  ]);
}

/** What changes without the screen: how times were written, what the server has, and what is brought there unseen. */
const ofNoScreen = /^(snapshot|times|queue\/(drafts|reached|taken)\/.*|draft\/.*\/(name|saved))$/;

function besideNow(): string {
  const names = deviceStorage.keys().filter((key) => !ofNoScreen.test(key));
  return JSON.stringify(names.sort().map((key) => [key, deviceStorage.getItem(key)]));
}

export function keepSnapshot(screen: ScreenCopy, validUntil: number | null): void {
  const kept: Snapshot = { screen, validUntil, place: placeNow(), beside: besideNow() };
  const text = JSON.stringify(kept);
  if (text.length <= maxLength) deviceStorage.setItem(snapshotKey, text);
}

export function dropSnapshot(): void {
  deviceStorage.removeItem(snapshotKey);
}

/** The screen that may be shown now, if there is one. From then on it is not kept any more. */
export function takeOutSnapshot(): Partial<ScreenCopy> | null {
  const text = deviceStorage.getItem(snapshotKey);
  if (text === null) return null;
  dropSnapshot();
  if (text.length > maxLength) return null;
  const kept = readJson<Partial<Snapshot>>(text);
  if (kept?.place !== placeNow() || kept.beside !== besideNow()) return null;
  const { screen = null, validUntil } = kept;
  // Neither is a number where something else was written there.
  return validUntil === null || serverNow() < validUntil! ? screen : null;
}
