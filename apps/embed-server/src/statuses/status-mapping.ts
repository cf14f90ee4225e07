import { dayOrMoment } from '../outbound/day-or-moment.js';
import { count, date, fields, type Fields, list, text, webUrl } from '../outbound/untrusted.js';
import { withInlineMedia } from './inline-media-mapping.js';
import {
  attributionOf,
  hostOf,
  nameOf,
  type Attribution,
  type Attestation,
  type Attestations,
} from './provenance.js';
import type {
  QuotedStatus,
  Status,
  StatusAuthor,
  StatusCard,
  StatusEmoji,
  StatusMedia,
  StatusPoll,
} from './status.js';

/** A Mastodon-compatible Status, checked field by field; a boost gives what it boosts. */
export function toStatus(raw: unknown, attestations: Attestations): Status {
  const outer = fields(raw);
  const boosted = outer['reblog'] == null ? null : fields(outer['reblog']);
  const quoted = quotedOf((boosted ?? outer)['quote']);
  return {
    ...oneStatus(boosted ?? outer, boosted ? attestations.reblog : attestations.status),
    boostedBy: boosted && authorOf(outer, attributionOf(outer, attestations.status)),
    quoted: quoted && oneStatus(quoted, attestations.quote),
  };
}

function oneStatus(raw: Fields, attestation: Attestation): QuotedStatus {
  const account = fields(raw['account']);
  const attribution = attributionOf(raw, attestation);
  return {
    url: attribution.url,
    author: authorOf(raw, attribution),
    contentHtml: text(raw['content']) ?? '',
    isLonger: text(raw['object_type']) !== null,
    isCancelled: text(raw['event_status'])?.toUpperCase() === 'CANCELLED',
    names: [raw['url'], raw['uri']].flatMap((one) => webUrl(one) ?? []),
    spoiler: text(raw['spoiler_text']),
    sensitive: raw['sensitive'] === true,
    language: languageOf(raw['language']),
    createdAt: dayOrMoment(raw['created_at']),
    editedAt: date(raw['edited_at']),
    media: mediaOfStatus(raw),
    emojis: emojisOf(raw['emojis'], account['emojis'], fields(raw['poll'])['emojis']),
    poll: pollOf(raw['poll']),
    card: cardOf(fields(raw['card'])),
    counts: {
      replies: count(raw['replies_count']),
      boosts: count(raw['reblogs_count']),
      favourites: count(raw['favourites_count']),
    },
    replyTo: replyOf(raw, account, attribution),
  };
}

/**
 * The instance names whom a status replies to by id alone; the name must be among those mentioned, or the author's own.
 * It is shown when the link leads to the host in it.
 */
function replyOf(
  raw: Fields,
  account: Fields,
  { host, confirmed }: Attribution,
): Status['replyTo'] {
  if (text(raw['in_reply_to_id']) === null) return null;
  const answered = text(raw['in_reply_to_account_id']);
  const people = [...list(raw['mentions']).map(fields), account];
  const person = people.find((one) => answered !== null && one['id'] === answered);
  if (person === undefined || !confirmed) return { acct: null, url: null };
  const url = webUrl(person['url']);
  const { user, domain } = nameOf(person);
  const home = domain ?? host;
  const isAtHome = user !== '' && (url === null ? home === host : hostOf(url) === home);
  return { acct: isAtHome ? `${user}@${home}` : null, url };
}

function languageOf(value: unknown): string | null {
  const language = text(value);
  return language !== null && /^[a-z]{2,3}(-[\w-]{1,20})?$/i.test(language) ? language : null;
}

/** Mastodon wraps it with a state; Akkoma puts the status itself. */
export function quotedOf(value: unknown): Fields | null {
  const quote = fields(value);
  const isWrapped = 'state' in quote;
  if (isWrapped && quote['state'] !== 'accepted') return null;
  const status = isWrapped ? fields(quote['quoted_status']) : quote;
  if (fields(status['account'])['suspended'] === true) return null;
  const isShown = text(status['content']) !== null || list(status['media_attachments']).length > 0;
  const visibility = text(status['visibility']) ?? 'public';
  return isShown && (visibility === 'public' || visibility === 'unlisted') ? status : null;
}

function authorOf(raw: Fields, { host, confirmed, handle, profile }: Attribution): StatusAuthor {
  const account = fields(raw['account']);
  return {
    displayName: displayNameOf(account),
    handle,
    host,
    confirmed,
    url: profile,
    avatarUrl: webUrl(account['avatar_static']) ?? webUrl(account['avatar']),
    avatarAlt: text(account['avatar_description']),
    bot: account['bot'] === true,
    emojis: emojisOf(account['emojis']),
  };
}

/** A name that was made of the user name says no more than the part of it that may be shown. */
function displayNameOf(account: Fields): string {
  const name = text(account['display_name']);
  const isOwn = name !== null && name !== account['username'] && name !== account['acct'];
  return plainName(isOwn ? name : nameOf(account).user);
}

/** Without what would turn the direction of the words around it. */
function plainName(name: string): string {
  return name.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}

function emojisOf(...lists: readonly unknown[]): StatusEmoji[] {
  const found = new Map<string, StatusEmoji>();
  for (const item of lists.flatMap(list).map(fields)) {
    const shortcode = text(item['shortcode']);
    const url = webUrl(item['static_url']) ?? webUrl(item['url']);
    if (shortcode === null || url === null || found.has(shortcode)) continue;
    found.set(shortcode, { shortcode, url });
  }
  return [...found.values()];
}

/** Pleroma and its kin let pictures stand among the words. */
function mediaOfStatus(raw: Fields): StatusMedia[] {
  const attached = list(raw['media_attachments']).map(fields);
  const home = webUrl(raw['uri']) ?? webUrl(raw['url']);
  return withInlineMedia(attached, text(raw['content']) ?? '', home).map(mediaOf);
}

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
    endsAt: dayOrMoment(poll['expires_at']),
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
