// Readers of a page by the rules of the programs that show a preview of a pasted address: what each takes, and what it refuses.

import { load, type CheerioAPI } from 'cheerio';

export interface LinkPreview {
  readonly title: string | null;
  readonly description: string | null;
  readonly image: string | null;
}

/** What discovered oEmbed said, where the program asks for it. */
export interface DiscoveredOembed {
  readonly version: unknown;
  readonly type: string;
  readonly title?: string;
  readonly html: string;
  readonly thumbnail_url?: string;
}

export type ReadLinkPreview = (html: Buffer, oembed: DiscoveredOembed | null) => LinkPreview | null;

const bytes = (text: string | null) => Buffer.byteLength(text ?? '');

const property = ($: CheerioAPI, name: string) =>
  $(`meta[property="${name}"]`).attr('content') ?? null;
const named = ($: CheerioAPI, name: string) => $(`meta[name="${name}"]`).attr('content') ?? null;

function absoluteImage(address: string | null): string | null {
  return address !== null && /^https:\/\/[^/]/.test(address) ? address : null;
}

/** Twitter's tags before those of Open Graph, and the title of the document at last. */
const slack: ReadLinkPreview = (html) => {
  const $ = load(html);
  return {
    title: named($, 'twitter:title') ?? property($, 'og:title') ?? $('title').text(),
    description: named($, 'twitter:description') ?? property($, 'og:description'),
    image: absoluteImage(named($, 'twitter:image') ?? property($, 'og:image')),
  };
};

/** Shows nothing where the site's name is too long, and cuts wherever the byte limit falls. */
const discord: ReadLinkPreview = (html) => {
  const $ = load(html);
  if (bytes(property($, 'og:site_name')) > 256) return null;
  const cut = (text: string | null, most: number) =>
    text === null ? null : Buffer.from(text).subarray(0, most).toString();
  return {
    title: cut(property($, 'og:title'), 70),
    description: cut(property($, 'og:description') ?? named($, 'description'), 350),
    image: absoluteImage(property($, 'og:image')),
  };
};

const telegram: ReadLinkPreview = (html) => {
  const $ = load(html);
  return {
    title: property($, 'og:title') ?? named($, 'twitter:title'),
    description: property($, 'og:description') ?? named($, 'twitter:description'),
    image: absoluteImage(property($, 'og:image') ?? named($, 'twitter:image')),
  };
};

/** Of the first 300 KB; title, description and address have to be there; pictures from 300 px and of at most 4:1. */
const whatsApp: ReadLinkPreview = (html) => {
  const $ = load(html.subarray(0, 300_000));
  const [title, description] = [property($, 'og:title'), property($, 'og:description')];
  if (!title || !description || !property($, 'og:url')) return null;
  const [width, height] = ['width', 'height'].map((side) => property($, `og:image:${side}`));
  const isNarrow = Boolean(width) && Number(width) < 300;
  const isLong = Boolean(width && height) && Number(width) > 4 * Number(height);
  const image = isNarrow || isLong ? null : absoluteImage(property($, 'og:image'));
  return { title, description, image };
};

/** By regular expressions, of one line each; entities are decoded twice. */
const signal: ReadLinkPreview = (html) => {
  const text = html.subarray(0, 1000 * 1024).toString();
  const read = (name: string) => {
    const tag = new RegExp(`<\\s*meta[^>]*property\\s*=\\s*"${name}"[^>]*/?\\s*>`).exec(text)?.[0];
    const content = tag && /content\s*=\s*"(.*?)"/.exec(tag)?.[1];
    return content === undefined || content === '' ? null : decoded(decoded(content));
  };
  return {
    title: read('og:title'),
    description: read('og:description'),
    image: absoluteImage(read('og:image')),
  };
};

function decoded(text: string): string {
  return load(`<p>${text}</p>`)('p').text();
}

/** Synapse, for Matrix: what discovered oEmbed says of version 1.0 replaces what Open Graph says; markup becomes text. */
const matrix: ReadLinkPreview = (html, oembed) => {
  const $ = load(html);
  const short = (name: string) => {
    const value = property($, name);
    return value !== null && value.length > 1000 ? null : value;
  };
  const asked = oembed?.version === '1.0' ? oembed : null;
  const markup = asked?.type === 'rich' ? load(asked.html).text().trim() : '';
  return {
    title: asked?.title ?? short('og:title'),
    description: markup || short('og:description'),
    image: asked?.thumbnail_url ?? short('og:image'),
  };
};

/** Of providers that it does not know it asks no oEmbed; `property=` is all that it reads. */
const zulip: ReadLinkPreview = (html) => {
  const $ = load(html);
  return {
    title: property($, 'og:title'),
    description: property($, 'og:description'),
    image: absoluteImage(property($, 'og:image')),
  };
};

export const linkPreviewReaders = {
  Slack: slack,
  Discord: discord,
  Telegram: telegram,
  WhatsApp: whatsApp,
  Signal: signal,
  Matrix: matrix,
  Zulip: zulip,
} satisfies Record<string, ReadLinkPreview>;
