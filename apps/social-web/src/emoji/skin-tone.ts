// The skin tone of hands and people, chosen once (ADR 0084). It says something of whoever chose it, so it goes when they sign out.
import { storageOf } from '../api/device-owner.js';
import { deviceStorage, emojiPrefix } from '../api/device-storage.js';
import type { Emoji } from './emoji-rows.js';

/** None, and from light to dark. */
export const skinTones = ['', '🏻', '🏼', '🏽', '🏾', '🏿'] as const;

export type SkinTone = (typeof skinTones)[number];

const key = `${emojiPrefix}tone`;

export function readSkinTone(): SkinTone {
  const kept = deviceStorage.getItem(key);
  return skinTones.find((tone) => tone === kept) ?? '';
}

export function storeSkinTone(me: string, tone: SkinTone): void {
  if (tone === '') deviceStorage.removeItem(key);
  else storageOf(me).setItem(key, tone);
}

// The hand in the middle of two people who hold hands has none of its own.
const toned = /((?!(?<=\u200d)🤝)\p{Emoji_Modifier_Base})\ufe0f?/gu;

export function withTone({ text, hasTones }: Pick<Emoji, 'text' | 'hasTones'>, tone: SkinTone) {
  return hasTones && tone !== '' ? text.replace(toned, `$1${tone}`) : text;
}
