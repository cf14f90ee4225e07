// The emoji that were chosen last on this device. They say something of whoever chose them, so they go when they sign out.
import { storageOf } from '../api/device-owner.js';
import { deviceStorage, emojiPrefix, readJson } from '../api/device-storage.js';

const key = `${emojiPrefix}recent`;
/** Three rows of the picker. */
const most = 24;

/** The last one first. Nothing of what another program may have left there. */
export function readRecentEmoji(): readonly string[] {
  const kept = readJson<unknown>(deviceStorage.getItem(key));
  if (!Array.isArray(kept)) return [];
  const isEmoji = (one: unknown): one is string =>
    typeof one === 'string' && one.length <= 64 && /^\P{L}+$/u.test(one);
  return [...new Set(kept.filter(isEmoji))].slice(0, most);
}

export function rememberEmoji(me: string, emoji: string): void {
  const others = readRecentEmoji().filter((one) => one !== emoji);
  storageOf(me).setItem(key, JSON.stringify([emoji, ...others].slice(0, most)));
}
