import { count, date, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { mfmToHtml, shortcodesIn } from './mfm-mapping.js';

/** Followers' notes come with everything blanked; this one keeps what it has to itself. */
export function isHidden(note: Fields): boolean {
  return note['isHidden'] === true;
}

/** A note in the shape of Mastodon's Status. `origin`: of the asked instance. */
export function toMastodonStatus(note: Fields, origin: string, now: number): Fields {
  const renote = note['renote'] == null ? null : fields(note['renote']);
  const shown = renote === null || isHidden(renote) ? null : oneStatus(renote, origin, now);
  const isBoost = renote !== null && !hasOwnContent(note);
  return {
    ...oneStatus(note, origin, now),
    reblog: isBoost ? (shown ?? {}) : null,
    quote: isBoost || shown === null ? null : { state: 'accepted', quoted_status: shown },
  };
}

function hasOwnContent(note: Fields): boolean {
  const hasFiles = list(note['files']).length > 0;
  return text(note['text']) !== null || text(note['cw']) !== null || hasFiles || !!note['poll'];
}

function oneStatus(note: Fields, origin: string, now: number): Fields {
  const user = fields(note['user']);
  const id = text(note['id']);
  // Those of its own users have neither.
  const uri = webUrl(note['uri']) ?? webUrl(note['url']) ?? `${origin}/notes/${id ?? ''}`;
  const url = webUrl(note['url']) ?? uri;
  const host = text(user['host']) ?? new URL(origin).host;
  const files = list(note['files']).map(fields);
  const words = [note['text'], note['cw'], ...choicesOf(note).map((choice) => choice['text'])];
  return {
    id,
    uri,
    url,
    created_at: text(note['createdAt']),
    edited_at: text(note['updatedAt']),
    account: accountOf(user, origin),
    content: mfmToHtml(text(note['text']) ?? '', origin, host),
    visibility:
      note['visibility'] === 'home' ? 'unlisted' : (text(note['visibility']) ?? 'unknown'),
    sensitive: files.some((file) => file['isSensitive'] === true),
    spoiler_text: text(note['cw']) ?? '',
    language: text(note['lang']),
    media_attachments: files.map(attachmentOf),
    emojis: emojisOf(note['emojis'], user, words, origin),
    poll: pollOf(note, now),
    card: null,
    ...replyOf(note, origin),
    replies_count: count(note['repliesCount']),
    reblogs_count: count(note['renoteCount']),
    favourites_count: reactionsOf(note),
  };
}

function accountOf(user: Fields, origin: string): Fields {
  const username = text(user['username']) ?? '';
  const acct = acctOf(user);
  const avatar = webUrl(user['avatarUrl']);
  return {
    id: text(user['id']),
    username,
    acct,
    display_name: text(user['name']) ?? username,
    url: webUrl(user['url']) ?? webUrl(user['uri']) ?? `${origin}/@${acct}`,
    avatar,
    avatar_static: avatar,
    bot: user['isBot'] === true,
    suspended: user['isSuspended'] === true,
    emojis: emojisOf(user['emojis'], user, [user['name']], origin),
  };
}

function acctOf(user: Fields): string {
  const host = text(user['host']);
  return `${text(user['username']) ?? ''}${host === null ? '' : `@${host}`}`;
}

function attachmentOf(file: Fields): Fields {
  const [family = ''] = (text(file['type']) ?? '').split('/');
  const { width, height } = fields(file['properties']);
  const isPicture = family === 'image';
  return {
    type: ['image', 'video', 'audio'].includes(family) ? family : 'unknown',
    url: webUrl(file['url']),
    preview_url: isPicture || family === 'video' ? webUrl(file['thumbnailUrl']) : null,
    description: text(file['comment']),
    meta: { original: { width: count(width), height: count(height) } },
  };
}

/** Old versions list them, others map names to addresses, new ones leave out those of their own users. */
function emojisOf(emojis: unknown, user: Fields, words: unknown[], origin: string): Fields[] {
  const listed = list(emojis).map(fields);
  const mapped = Object.entries(fields(emojis)).map(([name, url]) => ({ name, url }));
  const isLocal = text(user['host']) === null && !Array.isArray(emojis);
  const guessed = !isLocal
    ? []
    : words.flatMap((one) => shortcodesIn(text(one) ?? '')).map((name) => ownEmoji(name, origin));
  return [...listed, ...mapped, ...guessed].map(({ name, url }) => ({
    shortcode: text(name)?.replace(/^:|:$/g, ''),
    url,
    static_url: url,
  }));
}

function ownEmoji(name: string, origin: string) {
  return { name, url: `${origin}/emoji/${encodeURIComponent(name)}.webp` };
}

function choicesOf(note: Fields): Fields[] {
  return list(fields(note['poll'])['choices']).map(fields);
}

function pollOf(note: Fields, now: number): Fields | null {
  const choices = choicesOf(note);
  if (choices.length === 0) return null;
  const { multiple, expiresAt } = fields(note['poll']);
  const ends = date(expiresAt);
  return {
    options: choices.map((choice) => ({ title: choice['text'], votes_count: choice['votes'] })),
    votes_count: choices.reduce((sum, choice) => sum + (count(choice['votes']) ?? 0), 0),
    voters_count: null,
    multiple: multiple === true,
    expires_at: ends?.toISOString() ?? null,
    expired: ends !== null && ends.getTime() <= now,
  };
}

function replyOf(note: Fields, origin: string): Fields {
  const user = fields(fields(note['reply'])['user']);
  const id = text(user['id']);
  const person = id === null ? [] : [accountOf(user, origin)];
  return { in_reply_to_id: text(note['replyId']), in_reply_to_account_id: id, mentions: person };
}

function reactionsOf(note: Fields): number {
  return Object.values(fields(note['reactions'])).reduce<number>(
    (sum, one) => sum + (count(one) ?? 0),
    0,
  );
}
