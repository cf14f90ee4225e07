import { Parser } from 'htmlparser2';
import { webUrl } from '../outbound/untrusted.js';

export const activityStreams = 'https://www.w3.org/ns/activitystreams';

/** Uploads of users are served by the same host, but not as this type: CVE-2024-25623. */
export function isActivityType(contentType: string): boolean {
  if (/^\s*application\/activity\+json\s*(;|$)/i.test(contentType)) return true;
  const profile = /^\s*application\/ld\+json\s*;.*\bprofile="?([^";]*)/i.exec(contentType)?.[1];
  return profile?.split(/\s+/).includes(activityStreams) ?? false;
}

interface PageReply {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly url: URL;
}

/** The address that a page names as itself in ActivityPub: by its `Link` header, else in its head. */
export function parseAlternateLink({ headers, body, url }: PageReply): string | null {
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(;|$)/i;
  const ofHeader = inHeader(headers['link'] ?? '');
  if (ofHeader !== null) return resolved(ofHeader, url);
  if (!isHtml.test(headers['content-type'] ?? '')) return null;
  const { href, base } = inHead(body);
  // One that is no address changes nothing (HTML, 4.2.3).
  return href && resolved(href, (base !== null && resolved(base, url)) || url);
}

function resolved(href: string, base: string | URL): string | null {
  return URL.canParse(href, base) ? webUrl(new URL(href, base).href) : null;
}

const longestHeader = 8192;

function inHeader(header: string): string | null {
  for (const link of header.slice(0, longestHeader).split(/,(?=\s*<)/)) {
    const [, href = null, rest = ''] = /^\s*<([^<>]*)>(.*)$/s.exec(link) ?? [];
    // A `;` may stand in quotes, as in the type of JSON-LD.
    const of = (name: string) =>
      new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s";]+))`, 'i').exec(rest);
    const [rel, type] = [of('rel'), of('type')].map((found) => found?.[1] ?? found?.[2] ?? '');
    if (isAlternate(rel, type?.replaceAll('\\"', '"'))) return href;
  }
  return null;
}

function isAlternate(rel = '', type = ''): boolean {
  return rel.toLowerCase().split(/\s+/).includes('alternate') && isActivityType(type);
}

/** Elements that a head may hold: any other begins the body, where people write. */
const inHeads = new Set('html head meta link title base script style noscript template'.split(' '));
const hidden = new Set(['noscript', 'template']);
/** Blogs keep their style sheets, and data about the page, before its links. */
const longestHead = 512 * 1024;
/** Each tag that is left open costs the parser time at every later one. */
const mostTags = 2000;
/** Characters that the parser is given at once: so much more than it may it reads at most. */
const piece = 4096;

interface Head {
  readonly href: string | null;
  /** What relative addresses are relative to, if the page says it. */
  readonly base: string | null;
}

function inHead(body: Buffer): Head {
  let [href, base]: (string | null)[] = [null, null];
  let [tags, hiding, isOver] = [0, 0, false];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      isOver ||= !inHeads.has(name) || (tags += 1) > mostTags;
      if (isOver) return;
      if (hidden.has(name)) hiding += 1;
      if (name === 'base' && hiding === 0) base ??= attributes['href'] ?? null;
      const isLink = name === 'link' && hiding === 0;
      if (!isLink || !isAlternate(attributes['rel'], attributes['type'])) return;
      href = attributes['href'] ?? null;
      isOver = href !== null;
    },
    onclosetag: (name) => {
      if (hidden.has(name)) hiding -= 1;
      isOver ||= name === 'head';
    },
  });
  const head = body.toString('utf8', 0, longestHead);
  for (let at = 0; at < head.length && !isOver; at += piece) {
    parser.write(head.slice(at, at + piece));
  }
  return { href: href ?? null, base: base ?? null };
}
