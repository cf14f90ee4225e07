// The pictures that stand among the words of a post. A page shows its words without them, so that they are shown as if they
// were attached: through this server, with the rest of its media.

import { Parser } from 'htmlparser2';
import { text, webUrl, type Fields } from '../outbound/untrusted.js';
import { isEmojiPicture } from './emoji-pictures.js';

type Attributes = Readonly<Record<string, string>>;

// As many as programs attach to a post, and a card shows large.
const mostPictures = 4;
// In pixels; narrower ones are portraits, signs, and counters of visits.
const narrowest = 64;

const longestHtml = 100_000;
// Each tag that is left open costs the parser time at every later one.
const mostTags = 3000;
// Characters that the parser is given at once: so much more than it must it reads at most.
const piece = 1024;

/** In the shape of Mastodon's MediaAttachment. `base`: what addresses without a host are relative to. */
export function inlinePictures(html: string, base: string | null): Fields[] {
  if (!/<img/i.test(html)) return [];
  const found = new Map<string, Fields>();
  let tags = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      tags += 1;
      const url = name === 'img' ? addressOf(attributes, base) : null;
      if (url !== null && !found.has(url)) found.set(url, pictureOf(attributes, url));
    },
  });
  const end = Math.min(html.length, longestHtml);
  for (let at = 0; at < end && tags < mostTags && found.size < mostPictures; at += piece) {
    parser.write(html.slice(at, Math.min(at + piece, end)));
  }
  return [...found.values()].slice(0, mostPictures);
}

function addressOf(attributes: Attributes, base: string | null): string | null {
  const { src = '', style = '', width, height } = attributes;
  const isSmall = [width, height].some((side) => (pixelsOf(side) ?? narrowest) < narrowest);
  const isUnseen = 'hidden' in attributes || /display:\s*none/i.test(style);
  if (src.trim() === '' || isSmall || isUnseen || isEmojiPicture(attributes)) return null;
  return URL.canParse(src, base ?? undefined) ? webUrl(new URL(src, base ?? undefined).href) : null;
}

function pictureOf({ alt, width, height }: Attributes, url: string): Fields {
  return {
    ...{ type: 'image', url, preview_url: null, remote_url: null },
    description: text(alt),
    meta: { original: { width: pixelsOf(width), height: pixelsOf(height), duration: null } },
  };
}

/** A share of the width says nothing of a picture. */
function pixelsOf(written: string | undefined): number | null {
  return /^\d{1,5}(?:px)?$/.test(written ?? '') ? Number.parseInt(written ?? '', 10) : null;
}
