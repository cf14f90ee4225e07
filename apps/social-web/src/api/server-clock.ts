// The clock of the server, as far as this device knows it: that of the device may be wrong by days, and be put right while a page is
// open. Guarantees: what is known is as of the last reply, also at the next start without a network.
import { deviceStorage } from './device-storage.js';

const aheadKey = 'clock-ahead';

/** Replies tell their second, and come after a while. Milliseconds. */
const smallest = 5_000;

let aheadMs = Number(deviceStorage.getItem(aheadKey)) || 0;

/** In milliseconds. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/** A moment of the server's as this device would call it, in milliseconds. */
export function onThisClock(iso: string): number {
  return Date.parse(iso) - aheadMs;
}

/** Of a reply that has just come: what `Date` says in its head, or null. */
export function noteServerDate(date: string | null): void {
  const at = Date.parse(date ?? '');
  const ahead = at - Date.now();
  if (Number.isNaN(at) || Math.abs(ahead - aheadMs) < smallest) return;
  aheadMs = Math.abs(ahead) < smallest ? 0 : ahead;
  if (aheadMs === 0) deviceStorage.removeItem(aheadKey);
  else deviceStorage.setItem(aheadKey, String(aheadMs));
}
