import type { ComponentChildren } from 'preact';
import type { BlueskyText, TextLink } from '../bluesky/bluesky-post.js';
import { profileUrl, tagUrl } from '../bluesky/post-address.js';
import { inPieces } from '../outbound/graphemes.js';
import { honestLinkText, webAddress } from './link-rules.js';
import { OutLink } from './links.js';
import { bytesAsHtml, type Allowance } from './page-budget.js';

// What a link has beside its address and words.
const LINK_BYTES = 120;
// Letters that are weighed at once.
const PIECE = 1024;

/** The words of a post with its links; `isCut` when the page has no room for all. */
export function blueskyText(stretches: readonly BlueskyText[], share: Allowance) {
  const pieces: ComponentChildren[] = [];
  for (const { text, link } of stretches) {
    const href = link === null ? null : webAddress(addressOf(link));
    for (const words of href === null ? inPieces(text, PIECE) : [text]) {
      const shown = link === null || href === null ? words : linkText(words, link, href);
      const bytes = bytesAsHtml(shown) + (href === null ? 0 : bytesAsHtml(href) + LINK_BYTES);
      if (!share.take(bytes)) return { text: [...pieces, '…'], isCut: true };
      pieces.push(
        href === null ? (
          shown
        ) : (
          <OutLink href={href}>{link?.kind === 'mention' ? <bdi>{shown}</bdi> : shown}</OutLink>
        ),
      );
    }
  }
  return { text: pieces.length > 0 ? pieces : null, isCut: false };
}

function addressOf(link: TextLink): string {
  if (link.kind === 'link') return link.url;
  return link.kind === 'mention' ? profileUrl(link.did) : tagUrl(link.tag);
}

/** The service shows names and tags as they were written, and so does this page; other words may name another host. */
function linkText(words: string, { kind }: TextLink, href: string): string {
  const isName = kind === 'mention' && /^@[\w.:-]+$/.test(words);
  const isTag = kind === 'tag' && /^[#＃][^\p{C}\p{Z}./]+$/u.test(words);
  return isName || isTag ? words : honestLinkText(words, href);
}
