import { mediaPageScript } from '../generated/browser-scripts.js';
import { mediaThumbnailPath } from '../images/image-paths.js';
import type { Media } from '../media/media-item.js';
import { renderDocument, type View } from './document.js';
import { OutLink, PlayLink } from './links.js';
import { webAddress } from './link-rules.js';
import { wordsIn, type Words } from './locale.js';
import { Blank } from './media-grid.js';
import { mediaTitle, previewOfMedia } from './media-preview.js';
import { imageBase, type Page, type PageOptions } from './page.js';
import { PlayerNote, Title, usePictureAttributes, useTarget } from './place.js';
import { longestName, shortened } from './post.js';
import { readable } from './readable-text.js';
import { quotationOfMedia } from './quotation.js';

/** The page behind `/media/:pageUrl.amp`: a picture that becomes the provider's own player when pressed. */
export function renderMediaPage(media: Media, options: PageOptions): Page {
  return renderDocument(viewOfMedia(media, options), options);
}

export function viewOfMedia(media: Media, options: PageOptions): View {
  const words = wordsIn(options.language);
  const { messages } = words;
  const title = shortened(mediaTitle(media), longestName);
  const body = (
    <article class={media.player === null ? 'post' : 'video'} aria-label={title}>
      <Shown media={media} title={title} words={words} base={imageBase(options)} />
      <div class="below">
        <Title isPlain={media.player === null}>{title}</Title>
        <Author media={media} />
        <div class="soft">
          {media.player !== null && (
            <PlayerNote>{`${messages.loadsFrom(media.provider)} `}</PlayerNote>
          )}
          <OutLink href={media.page}>{messages.viewOn(media.provider)}</OutLink>
        </div>
      </div>
    </article>
  );
  return {
    body,
    quotation: quotationOfMedia(media, title),
    document: {
      title,
      preview: previewOfMedia(media, title, imageBase(options)),
      canonical: media.page,
      referrer: 'strict-origin-when-cross-origin',
      script: mediaPageScript,
      frames: media.player === null ? [] : [media.player.address],
    },
  };
}

interface ShownProps {
  readonly media: Media;
  readonly title: string;
  readonly words: Words;
  readonly base: string;
}

function Shown({ media, title, words, base }: ShownProps) {
  const { page, player, pictures } = media;
  const hasPicture = pictures.length > 0;
  const attributes = { ...sizeOf(media), ...usePictureAttributes() };
  const target = useTarget();
  if (player === null && !hasPicture) return null;
  const src = mediaThumbnailPath(page, base);
  if (player === null) {
    return (
      <a class="media one" href={page} {...target} rel="nofollow noopener noreferrer">
        <img src={src} alt={title} {...attributes} />
      </a>
    );
  }
  const { messages } = words;
  const label = media.type === 'video' ? messages.playVideo : messages.loadMedia(media.provider);
  return (
    <div class={isTall(media) ? 'frame tall' : 'frame'}>
      <Space media={media} />
      {hasPicture && <img src={src} alt="" {...attributes} />}
      <PlayLink
        play="sandbox"
        label={`${label}: ${title}`}
        href={page}
        source={player.address}
        parents={player.parents ?? undefined}
      />
    </div>
  );
}

const [lowest, highest] = [80, 900];

/** As high as the player will be: by its proportions, or in pixels where it takes whatever width there is. */
function Space({ media: { type, width, height } }: { readonly media: Media }) {
  if (type === 'video' || height === null) return <Blank width={width} height={height} />;
  const pixels = Math.min(highest, Math.max(lowest, height));
  return <svg width="100%" height={pixels} aria-hidden="true" />;
}

function isTall({ type, width, height }: Media): boolean {
  return type === 'video' && width !== null && height !== null && height > width;
}

function sizeOf({ type, width, height, thumbnail }: Media) {
  return type === 'photo' && width && height ? { width, height } : (thumbnail ?? {});
}

function Author({ media }: { readonly media: Media }) {
  const name = readable(media.author)?.trim();
  if (name === undefined) return null;
  const shown = shortened(name, longestName);
  const href = webAddress(media.authorUrl);
  return (
    <div class="soft" dir="auto">
      {href === null ? shown : <OutLink href={href}>{shown}</OutLink>}
    </div>
  );
}
