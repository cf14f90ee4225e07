import { count, date, fields, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type { TweetCard, TweetCardImage, TweetPoll } from './tweet.js';

// Each kind of card has names of its own for the same things. Best first.
const imageNames = [
  'photo_image_full_size_large',
  'summary_photo_image_large',
  'thumbnail_image_large',
  'player_image_large',
  'player_image',
  'promo_image_large',
  'broadcast_thumbnail_large',
  'event_thumbnail_large',
  'thumbnail_large',
  'thumbnail_image',
];
const titleNames = ['title', 'broadcast_title', 'event_title', 'app_name'];
const descriptionNames = ['description', 'broadcaster_display_name', 'event_subtitle'];
const urlNames = ['card_url', 'website_url', 'broadcast_url', 'event_url'];
// With a picture beside the words; all others have it above them.
const smallCards = /^(?:\d+:)?(?:summary|app|audio)$/;

/** `null` for polls, and for cards without a title (spaces, and X's own "unified" ones). */
export function cardOf(card: Fields): TweetCard | null {
  const values = fields(card['binding_values']);
  const word = (name: string) => text(fields(values[name])['string_value']);
  const first = (names: readonly string[]) => names.map(word).find((one) => one !== null) ?? null;
  const title = first(titleNames);
  const url = webUrl(card['url']) ?? webUrl(first(urlNames));
  const name = text(card['name']) ?? '';
  if (title === null || url === null || name.startsWith('poll')) return null;
  return {
    url,
    title,
    description: first(descriptionNames),
    domain: word('vanity_url') ?? word('domain'),
    size: smallCards.test(name) ? 'small' : 'large',
    image: imageOf(values),
  };
}

function imageOf(values: Fields): TweetCardImage | null {
  for (const name of imageNames) {
    const image = fields(fields(values[name])['image_value']);
    const url = webUrl(image['url']);
    if (url === null) continue;
    const [width, height] = [count(image['width']), count(image['height'])];
    return { url, width, height, alt: text(image['alt']) };
  }
  return null;
}

export function pollOf(card: Fields): TweetPoll | null {
  const choices = Number(/^poll([2-4])choice_/.exec(text(card['name']) ?? '')?.[1] ?? 0);
  if (choices === 0) return null;
  const values = fields(card['binding_values']);
  const word = (name: string) => text(fields(values[name])['string_value']);
  const options = Array.from({ length: choices }, (_, index) => ({
    label: word(`choice${index + 1}_label`) ?? '',
    votes: count(word(`choice${index + 1}_count`)),
  }));
  return {
    options,
    total: totalOf(options),
    endsAt: date(word('end_datetime_utc')),
    final: fields(values['counts_are_final'])['boolean_value'] === true,
  };
}

/** `null` as soon as one count is missing. */
export function totalOf(options: TweetPoll['options']): number | null {
  return options.reduce<number | null>(
    (sum, { votes }) => (sum === null || votes === null ? null : sum + votes),
    0,
  );
}
