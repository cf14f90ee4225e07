import { fields, text } from '../outbound/untrusted.js';

/**
 * A boost is as public as what it boosts; there is no boost of a boost. Some servers name no visibility: they show
 * public ones only.
 */
export function isPublic(raw: unknown): boolean {
  const status = fields(raw);
  return isForEveryone(status) && (status['reblog'] == null || isForEveryone(status['reblog']));
}

function isForEveryone(raw: unknown): boolean {
  const status = fields(raw);
  if (text(status['id']) === null) return false;
  // Forks know more kinds than Mastodon does; only these two are meant for everyone.
  if (!['public', 'unlisted'].includes(text(status['visibility']) ?? 'public')) return false;
  return fields(status['account'])['suspended'] !== true;
}
