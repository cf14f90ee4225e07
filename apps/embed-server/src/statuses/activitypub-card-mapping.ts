import { text, webUrl, type Fields } from '../outbound/untrusted.js';
import { hasType, hrefOf, linkOf, many } from './activitypub-object.js';

/**
 * The link that a post is about, in the shape of Mastodon's PreviewCard: of Lemmy's kin, whose pages are a title and a link.
 * It says what the post says of it; where it leads, nobody is asked.
 */
export function cardOf(object: Fields): Fields | null {
  const link = many(object['attachment']).map(linkOf).find(isPage) ?? linkElsewhere(object);
  const url = link === undefined ? null : hrefOf(link);
  if (url === null) return null;
  const { pathname, search } = new URL(url);
  const place = `${pathname}${search}`.replace(/\/$/, '');
  return {
    url,
    title: text(link?.['name']) ?? (place || new URL(url).host),
    description: text(link?.['summary']),
    type: 'link',
    image: many(object['image']).map(hrefOf)[0] ?? null,
  };
}

/** Of lotide's pages the address is that of the link, and no page of their own. */
function linkElsewhere(object: Fields): Fields | undefined {
  const [own, url] = [webUrl(object['id']), webUrl(object['url'])];
  if (!hasType(object, 'Page') || own === null || url === null) return undefined;
  const site = (address: string) => new URL(address).hostname.replace(/^www\./, '');
  return site(own) === site(url) ? undefined : { href: url };
}

/** A link to a picture is the picture. */
export function isPage(attachment: Fields): boolean {
  const isLink = hasType(attachment, 'Link') && webUrl(attachment['href']) !== null;
  return isLink && !isPicture(attachment);
}

const pictureName = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/** Lemmy names no media type. */
export function isPicture(link: Fields): boolean {
  const type = text(link['mediaType']);
  if (type !== null && type !== 'text/html') return type.startsWith('image/');
  const url = webUrl(link['href']);
  return url !== null && pictureName.test(new URL(url).pathname);
}
