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

/** Some pages name their author or their site before themselves; more than a few are no page of one post. */
const mostLinks = 3;

/** The addresses that a page names as itself in ActivityPub: those of its `Link` header, then those in its head. */
export function parseAlternateLinks({ headers, body, url }: PageReply): string[] {
  const ofHeader = inHeader(headers['link'] ?? '').map((href) => resolved(href, url));
  const { hrefs, base } = isHtml(headers) ? inHead(body) : { hrefs: [], base: null };
  // One that is no address changes nothing (HTML, 4.2.3).
  const around = (base !== null && resolved(base, url)) || url;
  const named = [...ofHeader, ...hrefs.map((href) => resolved(href, around))];
  return [...new Set(named.filter((href) => href !== null))].slice(0, mostLinks);
}

/** How many bytes of a reply its object, or the links to it, are among; `null`: all. */
export function bytesToRead(headers: PageReply['headers']): number | null {
  if (isActivityType(headers['content-type'] ?? '')) return null;
  return isHtml(headers) || isJson(headers) ? longestHead : 0;
}

function isHtml(headers: PageReply['headers']): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(headers['content-type'] ?? '');
}

/** The type of an object at some hosts. */
function isJson(headers: PageReply['headers']): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}

function resolved(href: string, base: string | URL): string | null {
  return URL.canParse(href, base) ? webUrl(new URL(href, base).href) : null;
}

const longestHeader = 8192;

function inHeader(header: string): string[] {
  const hrefs: string[] = [];
  for (const link of header.slice(0, longestHeader).split(/,(?=\s*<)/)) {
    const [, href, rest = ''] = /^\s*<([^<>]*)>(.*)$/s.exec(link) ?? [];
    // A `;` may stand in quotes, as in the type of JSON-LD.
    const of = (name: string) =>
      new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s";]+))`, 'i').exec(rest);
    const [rel, type] = [of('rel'), of('type')].map((found) => found?.[1] ?? found?.[2] ?? '');
    if (href !== undefined && isAlternate(rel, type?.replaceAll('\\"', '"'))) hrefs.push(href);
  }
  return hrefs;
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
  readonly hrefs: readonly string[];
  /** What relative addresses are relative to, if the page says it. */
  readonly base: string | null;
}

function inHead(body: Buffer): Head {
  const hrefs: string[] = [];
  let base: string | null = null;
  let [tags, hiding, isOver, script] = [0, 0, false, ''];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      isOver ||= !inHeads.has(name) || (tags += 1) > mostTags;
      if (isOver) return;
      script = '';
      if (hidden.has(name)) hiding += 1;
      if (name === 'base' && hiding === 0) base ??= attributes['href'] ?? null;
      const isLink = name === 'link' && hiding === 0;
      if (!isLink || !isAlternate(attributes['rel'], attributes['type'])) return;
      if (attributes['href'] !== undefined) hrefs.push(attributes['href']);
      isOver = hrefs.length >= mostLinks;
    },
    ontext: (words) => void (script += words),
    onclosetag: (name) => {
      if (hidden.has(name)) hiding -= 1;
      isOver ||= name === 'head' || (name === 'script' && isStillOpen(script));
    },
  });
  const head = body.toString('utf8', 0, longestHead);
  for (let at = 0; at < head.length && !isOver; at += piece) {
    parser.write(head.slice(at, at + piece));
  }
  return { hrefs, base };
}

/**
 * Whether a browser takes what follows the end tag for script, too: a `<script` behind a `<!--` without its `-->` swallows
 * one end tag (HTML, "script data double escaped state"). The parser does not know that, so there its reading ends.
 */
function isStillOpen(script: string): boolean {
  for (let at = 0; ;) {
    const open = script.indexOf('<!--', at);
    if (open === -1) return false;
    // The two dashes may be those of the beginning: `<!-->`.
    const end = script.indexOf('-->', open + 2);
    if (end === -1) return /<script[\s/>]/i.test(script.slice(open));
    at = end + 3;
  }
}
