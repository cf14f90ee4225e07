import { date, fields, type Fields, isHost, text, webUrl } from '../outbound/untrusted.js';
import { cardOf, furtherLinksHtml } from './activitypub-card-mapping.js';
import { eventHtml, eventStatusOf } from './activitypub-event-mapping.js';
import { attachmentsOf } from './activitypub-media-mapping.js';
import {
  type ApDocument,
  attachedTo,
  hasType,
  hrefOf,
  idOf,
  many,
  quoteIdOf,
  visibilityOf,
} from './activitypub-object.js';
import { pollOf, totalOf } from './activitypub-poll-mapping.js';
import { bodyOf } from './activitypub-text-mapping.js';
import { fileKind } from './file-kind.js';
import { escapeHtml, linkHtml, plainWords } from './plain-text-mapping.js';
import { hostOf } from './provenance.js';

const kinds = ['Note', 'Question', 'Article', 'Page', 'Image', 'Video', 'Audio', 'Event'];

export function isPost(object: Fields): boolean {
  return hasType(object, ...kinds);
}

/** A post in the shape of Mastodon's Status; `account` is its author, and `quoted` one such or `null`. */
export function toMastodonStatus(
  post: ApDocument,
  account: Fields,
  quoted: unknown,
  now: number,
): Fields {
  const object = post.fields;
  const mentions = tagsOf(object, 'Mention').flatMap(mentionOf);
  return {
    id: post.id,
    uri: post.id,
    url: pageOf(post),
    created_at: text(object['published']),
    edited_at: hasType(object, 'Note', 'Question') ? editOf(object) : null,
    account,
    content: contentOf(object, quoted !== null),
    visibility: visibilityOf(object),
    sensitive: isSensitive(object),
    spoiler_text: warningOf(object),
    language: languageOf(object),
    media_attachments: attachmentsOf(object),
    mentions,
    emojis: emojisOf(object),
    poll: pollOf(object, now),
    card: cardOf(object),
    ...(isLonger(object) && { object_type: typeOf(object) }),
    ...(hasType(object, 'Event') && { event_status: eventStatusOf(object) }),
    quote: quoted === null ? null : { state: 'accepted', quoted_status: quoted },
    ...replyOf(object, text(account['id']) ?? '', mentions),
    replies_count: totalOf(object['replies']),
    reblogs_count: totalOf(object['shares']),
    favourites_count: totalOf(object['likes']),
    reblog: null,
  };
}

/** An actor in the shape of Mastodon's Account. */
export function toAccount(actor: ApDocument): Fields {
  const { fields: object, host } = actor;
  const username = text(object['preferredUsername']) ?? text(object['name']) ?? '';
  const avatar = many(object['icon']).map(hrefOf)[0] ?? null;
  return {
    id: actor.id,
    username,
    acct: `${username}@${host}`,
    display_name: text(object['name']) ?? username,
    url: pageOf(actor),
    avatar,
    avatar_static: avatar,
    bot: hasType(object, 'Service', 'Application'),
    suspended: object['suspended'] === true,
    emojis: emojisOf(object),
  };
}

/** Where people read it, at its own host; PeerTube lists its files there, too. */
function pageOf({ id, host, fields: object }: ApDocument): string {
  const links = many(object['url']);
  const pages = links.filter((one) => {
    const type = fields(one)['mediaType'];
    const isFile =
      hasType(object, 'Audio', 'Video', 'Image') && fileKind(null, hrefOf(one)) !== null;
    return !isFile && (typeof one === 'string' || type === undefined || type === 'text/html');
  });
  const url = pages.map(hrefOf).find((href) => href !== null && hostOf(href) === host);
  return url ?? id;
}

/** Some say it of a picture alone; what may be meant so is covered. */
function isSensitive(object: Fields): boolean {
  const all = [object, ...attachedTo(object).map(fields)];
  return all.some(({ sensitive }) => sensitive === true || sensitive === 'true' || sensitive === 1);
}

function tagsOf(object: Fields, type: string): Fields[] {
  return many(object['tag'])
    .map(fields)
    .filter((tag) => hasType(tag, type));
}

interface Mention {
  readonly id: string;
  readonly acct: string;
  readonly url: string;
}

function mentionOf(tag: Fields): Mention[] {
  const href = webUrl(tag['href']);
  const name = text(tag['name'])?.replace(/^@/, '');
  if (href === null || !name) return [];
  const acct = name.includes('@') ? name : `${name}@${hostOf(href)}`;
  // Some name people as they call themselves, with an `@` and what is no host behind it.
  if (!isHost(acct.slice(acct.lastIndexOf('@') + 1))) return [];
  return [{ id: href, acct, url: href }];
}

function emojisOf(object: Fields): Fields[] {
  return tagsOf(object, 'Emoji').map((tag) => {
    const url = many(tag['icon']).map(hrefOf)[0] ?? null;
    return { shortcode: text(tag['name'])?.replace(/^:|:$/g, ''), url, static_url: url };
  });
}

/** Whom it answers is known when the answered address lies below the one of somebody named. */
function replyOf(object: Fields, author: string, mentions: readonly Mention[]): Fields {
  const answered = idOf(object['inReplyTo']);
  const people = [author, ...mentions.map(({ id }) => id)];
  const person = people.find((id) => answered?.startsWith(`${id.replace(/\/$/, '')}/`));
  return { in_reply_to_id: answered, in_reply_to_account_id: person ?? null };
}

function editOf(object: Fields): string | null {
  const [published, updated] = [date(object['published']), date(object['updated'])];
  const isLater = published !== null && updated !== null && updated > published;
  return isLater ? updated.toISOString() : null;
}

/** The text as HTML: of an article its title and excerpt, of what has a title that first. */
export function contentOf(object: Fields, quoteShown: boolean): string {
  const title = titleOf(object);
  const heading = title === null ? '' : `<p><strong>${escapeHtml(title)}</strong></p>`;
  const content = excerptOf(object, title) ?? bodyOf(object);
  // Beside the media of a note no card is shown.
  const isCardShown = isLonger(object) || attachmentsOf(object).length === 0;
  const links = furtherLinksHtml(object, content, isCardShown ? 1 : 0);
  return heading + eventHtml(object) + links + content + (quoteShown ? '' : quoteLink(object));
}

/** A note of a forum or a blog may have one, too: Discourse, Bonfire. Others repeat in it how its words begin. */
function titleOf(object: Fields): string | null {
  const name = text(object['name']);
  if (name === null || !hasType(object, 'Note', 'Question')) return name;
  const words = (html: string) => html.replace(/<[^<>]*>|&[#\w]+;|[^\p{L}\p{N}]+/gu, '');
  const body = bodyOf(object);
  // Of emoji alone there are no words.
  const isSaid = words(name) === '' ? body.includes(name) : words(body).startsWith(words(name));
  return isSaid ? null : name;
}

/** `null`: none that says more than the title. */
function excerptOf(object: Fields, title: string | null): string | null {
  // Of a page Mbin's summary is its title once more, and its tags; of a sound Funkwhale's is its tags; of an event that of
  // Gancio and of WordPress is its time and place.
  const isBeside = hasType(object, 'Page', 'Video', 'Audio', 'Event') && bodyOf(object) !== '';
  const excerpt = isExcerpted(object) && !isBeside ? text(object['summary']) : null;
  if (excerpt === null || title === null || !excerpt.startsWith(title)) return excerpt;
  const rest = excerpt.slice(title.length).trim();
  const isTags = rest.split(/\s+/).every((word) => word.startsWith('#'));
  return rest === '' ? null : isTags ? rest : excerpt;
}

const longer = ['Article', 'Page', 'Event', 'Video', 'Audio'];

/** Kinds that are no posts to be read in passing: of them a page shows the beginning. */
function isLonger(object: Fields): boolean {
  return hasType(object, ...longer);
}

function typeOf(object: Fields): string | null {
  return longer.find((type) => hasType(object, type)) ?? null;
}

/** The summary of a longer text is an excerpt, unless it is sensitive; of all else, a warning, but where it is the title. */
export function warningOf(object: Fields): string {
  const summary = text(object['summary']) ?? '';
  const isTitle = !isSensitive(object) && summary === text(object['name']);
  // A warning is plain text to most; some send HTML.
  const isHtml = /<br\s*\/?>|<\/(?:p|div|span|b|strong|i|em|u|s|a|code)>/i.test(summary);
  const words = isHtml ? plainWords(summary) : summary;
  return isExcerpted(object) || isTitle ? '' : words;
}

/** The language whose text is the one that stands for all, or that there is alone: Friendica words the two differently. */
export function languageOf(object: Fields): string | null {
  const languages = Object.entries(fields(object['contentMap']));
  const shown = text(object['content']);
  const own = languages.find(([, content]) => shown !== null && many(content)[0] === shown);
  const only = languages.length === 1 ? languages[0] : undefined;
  return (
    (own ?? only)?.[0] ??
    text(fields(object['language'])['identifier']) ??
    text(object['inLanguage'])
  );
}

function isExcerpted(object: Fields): boolean {
  return isLonger(object) && !isSensitive(object);
}

/** A quote that nobody vouched for is no more than a link. */
function quoteLink(object: Fields): string {
  const quoted = quoteIdOf(object);
  if (quoted === null || /quote-inline/.test(bodyOf(object))) return '';
  return bodyOf(object).includes(escapeHtml(quoted))
    ? ''
    : `<p>RE: ${linkHtml(quoted, quoted)}</p>`;
}
