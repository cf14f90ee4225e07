import { text, webUrl, type Fields } from '../outbound/untrusted.js';
import { attachedTo, hasType, hrefOf, linkOf, many } from './activitypub-object.js';
import { fileKind, type FileKind } from './file-kind.js';
import { escapeHtml, linkHtml } from './plain-text-mapping.js';

/**
 * The link that a post is about, in the shape of Mastodon's PreviewCard: of Lemmy's kin, whose pages are a title and a link.
 * It says what the post says of it; where it leads, nobody is asked.
 */
export function cardOf(object: Fields): Fields | null {
  const link = pagesOf(object)[0] ?? linkElsewhere(object);
  const url = link === undefined ? null : hrefOf(link);
  if (url === null) return null;
  const { pathname, search } = new URL(url);
  const place = `${pathname}${search}`.replace(/\/$/, '');
  return {
    url,
    title: text(link?.['name']) ?? (place || new URL(url).host),
    description: text(link?.['summary']),
    type: 'link',
    image: pictureOf(object),
  };
}

/** Unless it is attached as well, and so shown by itself. */
function pictureOf(object: Fields): string | null {
  const attached = attachedTo(object).map(hrefOf);
  const pictures = many(object['image']).map(hrefOf);
  return pictures.find((href) => href !== null && !attached.includes(href)) ?? null;
}

/** The links that the words do not hold, as paragraphs, but for the first `shown`, which have a card. */
export function furtherLinksHtml(object: Fields, words: string, shown: number): string {
  const further = pagesOf(object)
    .slice(shown)
    .map((page) => ({ href: hrefOf(page), name: page['name'] }));
  const links = further.flatMap(({ href, name }) => {
    const isNew = href !== null && !words.includes(escapeHtml(href));
    return isNew ? `<p>${linkHtml(href, text(name) ?? href)}</p>` : [];
  });
  return links.join('');
}

function pagesOf(object: Fields): Fields[] {
  return attachedTo(object).map(linkOf).filter(isPage);
}

/** Of lotide's pages the address is that of the link, and no page of their own. */
function linkElsewhere(object: Fields): Fields | undefined {
  const [own, url] = [webUrl(object['id']), webUrl(object['url'])];
  if (!hasType(object, 'Page') || own === null || url === null) return undefined;
  const site = (address: string) => new URL(address).hostname.replace(/^www\./, '');
  return site(own) === site(url) ? undefined : { href: url };
}

/** A link to a picture, sound or film is that itself; a page may stand there as what it is (Friendica). */
export function isPage(attachment: Fields): boolean {
  const isLink =
    hasType(attachment, 'Link', 'Page', 'Article', 'Note', 'Event', 'Question') &&
    hrefOf(attachment) !== null;
  return isLink && linkedKind(attachment) === null;
}

/** What a link leads to; `null`: a page, or a file that is none of these. Lemmy names no media type, or that of a page. */
export function linkedKind(link: Fields): FileKind | null {
  const type = text(link['mediaType']);
  const isNameAlone = type === null || type === 'text/html';
  const kind = fileKind(isNameAlone ? null : type, hrefOf(link));
  // A page about a film or sound may be called as its file is.
  return isNameAlone && kind !== 'image' ? null : kind;
}
