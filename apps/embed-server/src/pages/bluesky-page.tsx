import type {
  BlueskyAuthor,
  BlueskyCard,
  BlueskyMedia,
  BlueskyPost,
  BlueskyRecord,
  QuotedBlueskyPost,
} from '../bluesky/bluesky-post.js';
import { postUrl, profileUrl, type PostAddress } from '../bluesky/post-address.js';
import { blueskyImagePaths, type PostImagePaths } from '../images/image-paths.js';
import { blueskyText } from './bluesky-text.js';
import { renderDocument, type View } from './document.js';
import { displayHandle } from './host-name-rules.js';
import { hostName, webAddress } from './link-rules.js';
import { OutLink } from './links.js';
import { contentLanguage, type Words, wordsIn } from './locale.js';
import { createPostBudget, type PostBudget } from './page-budget.js';
import { imageBase, type Page, type PageOptions, type Site } from './page.js';
import { viewOfPost, type ViewOf, viewOfPosts } from './post-view.js';
import {
  atName,
  cardWords,
  longestName,
  mediaSources,
  pictureBase,
  pixels,
  type Post,
  type PostAuthor,
  type PostCard,
  type PostMedia,
  shortened,
  shownMedia,
  validTime,
} from './post.js';
import { previewOf } from './preview.js';
import { firstReadable, readable } from './readable-text.js';

export interface BlueskyPageOptions extends PageOptions {
  /** That was asked for: it names the images' paths. */
  readonly address: PostAddress;
}

const bluesky = 'Bluesky';

/** What the page shows, with what it quotes. */
export function postOfBluesky(
  post: BlueskyPost,
  { address, ...site }: Site & Pick<BlueskyPageOptions, 'address'>,
  words: Words,
  createBudget = createPostBudget,
): Post {
  const paths = blueskyImagePaths(address, imageBase(site));
  const home = (of: PostImagePaths, isQuoted: boolean) => ({
    paths: of,
    budget: createBudget(isQuoted),
    words,
  });
  const quote = post.quoted && blueskyPost(post.quoted, home(paths.quoted, true));
  const gap = post.quoteGap && words.messages.quoteGaps[post.quoteGap];
  return { ...blueskyPost(post, home(paths, false)), quote, quoteGap: gap };
}

/** The page behind `/bluesky/:postUrl.amp`. */
export function renderBlueskyPage(post: BlueskyPost, options: BlueskyPageOptions): Page {
  return renderDocument(viewOfBluesky(post, options), options);
}

export function viewOfBluesky(post: BlueskyPost, options: BlueskyPageOptions): View {
  const shown = postOfBluesky(post, options, wordsIn(options.language));
  return viewOfPost(shown, options, blueskyView);
}

export const blueskyView: ViewOf<BlueskyPageOptions> = (body, posts, options) => {
  const { actor, rkey } = options.address;
  const { root } = blueskyImagePaths(options.address, imageBase(options));
  return viewOfPosts(body, posts, options, {
    asked: postUrl(actor, rkey),
    media: withStreams(posts.all.flatMap(mediaSources)),
    pictureBase: pictureBase(posts.all, root),
  });
};

/** What stands in the place of a post whose author wants it shown to people who are signed in alone. */
export function renderWithheldPage(options: BlueskyPageOptions): Page {
  const { messages } = wordsIn(options.language);
  const canonical = postUrl(options.address.actor, options.address.rkey);
  const body = (
    <article class="post" aria-label={bluesky}>
      <p>{messages.withheld}</p>
      <footer class="soft">
        <div>
          <OutLink href={canonical} class="source">
            {messages.viewOn(bluesky)}
          </OutLink>
        </div>
      </footer>
    </article>
  );
  const preview = previewOf({
    type: 'website',
    title: bluesky,
    description: messages.withheld,
    siteName: bluesky,
    published: null,
    picture: null,
  });
  const parts = { title: bluesky, heading: bluesky, preview, canonical };
  return renderDocument({ body, document: { ...parts, referrer: 'no-referrer' } }, options);
}

// Playlists of the one host name files of the other, which it redirects to as well.
const [playlists, files] = ['https://video.bsky.app/', 'https://video.cdn.bsky.app/'];

function withStreams(sources: readonly string[]): readonly string[] {
  return sources.some((source) => source.startsWith(playlists)) ? [...sources, files] : sources;
}

interface Home {
  readonly paths: PostImagePaths;
  readonly budget: PostBudget;
  readonly words: Words;
}

function blueskyPost(post: QuotedBlueskyPost, { paths, budget, words }: Home): Post {
  const permalink = postUrl(post.did, post.rkey);
  const { text, isCut } = blueskyText(post.text, budget.text);
  const all = post.media.map((item, index) => mediaOf(item, paths.image(index), permalink));
  const shown = shownMedia(all, budget);
  const card = post.card && cardOf(post.card, paths);
  return {
    permalink,
    network: 'bluesky',
    actions: { reply: permalink, like: permalink },
    place: bluesky,
    isUnconfirmed: false,
    context: null,
    author: authorOf(post.author, paths),
    createdAt: validTime(post.createdAt),
    edited: false,
    reply: post.replyTo && { handle: null, href: postUrl(post.replyTo.did, post.replyTo.rkey) },
    warning: post.cover === 'all' ? words.messages.contentWarning : null,
    text,
    more: null,
    plain: true,
    lang: contentLanguage(post.lang),
    cut: isCut || shown.length < all.length,
    media: shown,
    mediaSensitive: post.cover === 'media',
    poll: null,
    card,
    record: post.record && recordOf(post.record, card?.image ? null : paths.link, words),
    quote: null,
    counts: (['replies', 'reposts', 'quotes', 'likes'] as const).flatMap((what) => {
      const value = post.counts[what];
      return value === null || value === 0 ? [] : [{ what, value }];
    }),
  };
}

const marks = { verified: 'blue', verifier: 'verifier' } as const;

function authorOf(author: BlueskyAuthor, paths: PostImagePaths): PostAuthor {
  const { did, handle, displayName, avatarUrl, verified, bot } = author;
  // The name that the service shows where it could not confirm the handle.
  const known = handle === '' || handle === 'handle.invalid' ? '' : displayHandle(handle);
  const name = shortened(firstReadable(displayName, known) ?? did, longestName);
  return {
    name,
    plainName: name,
    handle: atName(known),
    href: webAddress(profileUrl(did)),
    avatar: avatarUrl ? paths.profile : null,
    square: false,
    verified: verified && marks[verified],
    bot,
  };
}

function mediaOf(item: BlueskyMedia, path: string, permalink: string): PostMedia {
  const playlist = webAddress(item.playlistUrl);
  return {
    kind: item.kind,
    image: item.imageUrl ? path : null,
    width: pixels(item.width),
    height: pixels(item.height),
    alt: readable(item.alt),
    sources: playlist === null ? [] : [playlist],
    seconds: null,
    focus: null,
    href: permalink,
  };
}

function cardOf(card: BlueskyCard, paths: PostImagePaths): PostCard | null {
  const href = webAddress(card.url);
  if (href === null) return null;
  const image = card.imageUrl && { path: paths.link, width: null, height: null, alt: null };
  return {
    href,
    host: hostName(href),
    ...cardWords(card, hostName(href)),
    large: !!image,
    image: image || null,
  };
}

function recordOf(
  record: BlueskyRecord,
  path: string | null,
  { messages }: Words,
): PostCard | null {
  const href = webAddress(record.url);
  if (href === null) return null;
  const kind = messages.records[record.kind];
  const by = record.handle && atName(displayHandle(record.handle));
  const isPicture = path !== null && record.imageUrl !== null;
  return {
    href,
    host: [kind, by].filter(Boolean).join(' · '),
    ...cardWords({ title: record.name, description: record.description }, kind),
    large: false,
    image: isPicture ? { path, width: 112, height: 112, alt: null } : null,
  };
}
