import { type DayOrMoment, dayOrMoment } from '../outbound/day-or-moment.js';
import { count, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type { BlueskyAuthor, BlueskyPost, QuotedBlueskyPost, QuoteGap } from './bluesky-post.js';
import { cardOf, embedParts, mediaOf, recordOf } from './embed-mapping.js';
import { textWithLinks } from './facets.js';
import { coverOf, hasCoveredAvatar, isHidden, isSignedInOnly, labelValues } from './labels.js';
import { parseRecordUri } from './post-address.js';

/** A `postView` of the AppView, checked field by field; `null` when it names no post or no author. */
export function toBlueskyPost(body: unknown): BlueskyPost | null {
  const view = fields(body);
  const post = onePost(view, view['record'], view['embed']);
  if (post === null) return null;
  const { quoted } = embedParts(fields(view['embed']));
  return { ...post, ...quoteOf(quoted) };
}

function onePost(view: Fields, value: unknown, embed: unknown): QuotedBlueskyPost | null {
  const uri = parseRecordUri(view['uri']);
  const person = fields(view['author']);
  // Nobody speaks for another author.
  if (uri?.collection !== 'app.bsky.feed.post' || person['did'] !== uri.did) return null;
  const record = fields(value);
  const { media, external, embedded } = embedParts(fields(embed));
  const cover = coverOf(view, record);
  const card = cardOf(external);
  return {
    did: uri.did,
    rkey: uri.rkey,
    author: authorOf(person, uri.did),
    text: textWithLinks(text(record['text']) ?? '', record['facets']),
    createdAt: postDate(view, record),
    lang: text(list(record['langs'])[0]),
    media: mediaOf(media),
    card: cover === 'media' && card ? { ...card, imageUrl: null } : card,
    record: recordOf(embedded),
    replyTo: replyTo(record),
    cover,
    counts: {
      replies: count(view['replyCount']),
      reposts: count(view['repostCount']),
      quotes: count(view['quoteCount']),
      likes: count(view['likeCount']),
    },
  };
}

/** The author sets the one, the service the other: a post is not of before it was written, nor of after it was seen. */
export function postDate(view: Fields, record: Fields): DayOrMoment | null {
  const [written, seen] = [record['createdAt'], view['indexedAt']].map(dayOrMoment);
  if (!written || !seen) return written ?? seen ?? null;
  return written.at < seen.at ? written : seen;
}

function authorOf(person: Fields, did: string): BlueskyAuthor {
  return {
    did,
    handle: text(person['handle']) ?? '',
    displayName: text(person['displayName'])?.trim() ?? '',
    avatarUrl: hasCoveredAvatar(person) ? null : webUrl(person['avatar']),
    verified: verifiedOf(fields(person['verification'])),
    bot: labelValues(person['labels']).has('bot'),
  };
}

function verifiedOf(verification: Fields): BlueskyAuthor['verified'] {
  if (verification['trustedVerifierStatus'] === 'valid') return 'verifier';
  return verification['verifiedStatus'] === 'valid' ? 'verified' : null;
}

function replyTo(record: Fields): BlueskyPost['replyTo'] {
  const parent = parseRecordUri(fields(fields(record['reply'])['parent'])['uri']);
  return parent && { did: parent.did, rkey: parent.rkey };
}

interface Quote {
  readonly quoted: QuotedBlueskyPost | null;
  readonly quoteGap: QuoteGap | null;
}

const gaps = new Map<unknown, QuoteGap>([
  ['app.bsky.embed.record#viewNotFound', 'gone'],
  ['app.bsky.embed.record#viewBlocked', 'blocked'],
  ['app.bsky.embed.record#viewDetached', 'detached'],
]);

/** `view`: what stands in the post in the place of a record. */
function quoteOf(view: Fields): Quote {
  const none = (quoteGap: QuoteGap | null) => ({ quoted: null, quoteGap });
  const gap = gaps.get(view['$type']) ?? null;
  if (gap !== null) return none(gap);
  if (view['$type'] === withheldView || isSignedInOnly(view['author'])) return none('withheld');
  if (view['$type'] !== 'app.bsky.embed.record#viewRecord') return none(null);
  const record = fields(view['value']);
  if (isHidden(view, record)) return none('gone');
  const quoted = onePost(view, record, list(view['embeds'])[0]);
  return quoted === null ? none('gone') : { quoted, quoteGap: null };
}

/** Stands for a record whose maker wants it shown to people who are signed in alone. */
export const withheldView = 'triptych.embed.record#viewWithheld';

/** The view without what others in it want shown to people who are signed in alone. */
export function withoutWithheld(view: unknown): unknown {
  if (Array.isArray(view)) return view.map(withoutWithheld);
  if (typeof view !== 'object' || view === null) return view;
  const { author, creator, uri } = fields(view);
  if (isSignedInOnly(author) || isSignedInOnly(creator)) return { $type: withheldView, uri };
  return Object.fromEntries(
    Object.entries(view).map(([name, part]) => [name, withoutWithheld(part)]),
  );
}
