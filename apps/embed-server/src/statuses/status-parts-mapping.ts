import { count, date, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type { StatusCard, StatusMedia, StatusPoll } from './status.js';

const kinds = ['image', 'gifv', 'video', 'audio'] as const;

export function mediaOf(item: Fields): StatusMedia {
  const kind = kinds.find((name) => name === item['type']) ?? 'unknown';
  const meta = fields(item['meta']);
  const original = fields(meta['original']);
  const address = webUrl(item['url']) ?? webUrl(item['remote_url']);
  const home = webUrl(item['remote_url']);
  const preview = webUrl(item['preview_url']);
  const plays = kind === 'gifv' || kind === 'video' || kind === 'audio';
  return {
    kind,
    // Mastodon repeats the file itself as the preview of a sound without a cover.
    imageUrl: plays ? (preview === address ? null : preview) : (address ?? preview),
    previewUrl: plays && preview === address ? null : preview,
    playUrl: plays ? address : null,
    homeUrl: plays && home !== address ? home : null,
    alt: text(item['description']),
    width: count(original['width']),
    height: count(original['height']),
    durationSeconds: count(original['duration']),
    focus: focusOf(fields(meta['focus'])),
  };
}

function focusOf({ x, y }: Fields): StatusMedia['focus'] {
  const inRange = (value: unknown): value is number =>
    typeof value === 'number' && Math.abs(value) <= 1;
  return inRange(x) && inRange(y) ? { x, y } : null;
}

export function pollOf(value: unknown): StatusPoll | null {
  const poll = fields(value);
  const options = list(poll['options']).map(fields);
  if (options.length === 0) return null;
  return {
    options: options.map((item) => ({
      label: text(item['title']) ?? '',
      votes: count(item['votes_count']),
    })),
    votes: count(poll['votes_count']),
    voters: count(poll['voters_count']),
    multiple: poll['multiple'] === true,
    endsAt: date(poll['expires_at']),
    expired: poll['expired'] === true,
  };
}

/** Never its `html`: that is another site's markup in an instance's mouth. */
export function cardOf(card: Fields): StatusCard | null {
  const url = webUrl(card['url']);
  const title = text(card['title']);
  if (url === null || title === null) return null;
  return {
    url,
    title,
    description: text(card['description']),
    providerName: text(card['provider_name']),
    authorName: text(card['author_name']),
    imageUrl: webUrl(card['image']),
    imageAlt: text(card['image_description']),
    width: count(card['width']),
    height: count(card['height']),
  };
}
