import { hasCover } from './media-height.js';
import { shortAddress } from './link-rules.js';
import { OutLink, PlayLink } from './links.js';
import type { PostMedia } from './post.js';
import type { Words } from './locale.js';
import { usePictureAttributes, usePicturePath, usePlayer, useTarget } from './place.js';

interface ItemProps {
  readonly item: PostMedia;
  /** Whether its cell has a size of its own, so that the picture's is not needed. */
  readonly isInCell?: boolean;
  readonly words: Words;
}

/** Pictures in a grid, sounds and unknown files as rows below it. */
export function MediaGrid(props: { readonly media: readonly PostMedia[]; readonly words: Words }) {
  const { words } = props;
  const pictures = props.media.filter((item) => item.kind !== 'audio' && item.kind !== 'file');
  const rows = props.media.filter((item) => item.kind === 'audio' || item.kind === 'file');
  return (
    <>
      {pictures.length > 0 && (
        <div class={gridClass(pictures.length)}>
          {pictures.map((item, index) => {
            const props = { item, words, isInCell: pictures.length > 4 };
            const label = words.messages.image(index + 1, pictures.length);
            return item.kind === 'photo' ? (
              <Photo key={index} {...props} label={label} />
            ) : (
              <Film key={index} {...props} />
            );
          })}
        </div>
      )}
      {rows.map((item, index) => (
        <SoundOrFile key={index} item={item} words={words} />
      ))}
    </>
  );
}

function gridClass(count: number): string {
  if (count === 1) return 'media one';
  if (count > 4) return 'media many lots';
  return count === 3 ? 'media many three' : 'media many';
}

function Photo({ item, label, words, isInCell }: ItemProps & { readonly label: string }) {
  const pathOf = usePicturePath();
  const target = useTarget();
  if (item.image === null) return <Unavailable item={item} words={words} />;
  return (
    // Of this server, and `_blank` says `noopener` itself: a gallery has twenty of them.
    <a href={pathOf(item.image)} {...target}>
      <Picture item={item} alt={item.alt ?? label} isInCell={isInCell} />
    </a>
  );
}

function Film({ item, words, isInCell }: ItemProps) {
  const { messages } = words;
  const gif = item.kind === 'gif';
  const name = gif ? messages.playGif : messages.playVideo;
  return (
    <div class="frame">
      <Picture item={item} alt="" isInCell={isInCell} />
      <PlayLink
        play={gif ? 'gif' : 'video'}
        label={item.alt ? `${name}: ${item.alt}` : name}
        href={isStream(item) ? item.href : (item.sources[0] ?? item.href)}
        source={item.sources.length > 0 ? item.sources.join(' ') : null}
      />
      {gif ? (
        <span class="length">GIF</span>
      ) : (
        item.seconds !== null && <span class="length">{words.duration(item.seconds)}</span>
      )}
    </div>
  );
}

/** A playlist shows nobody anything who opens it by itself. */
function isStream({ sources }: PostMedia): boolean {
  return sources.some((source) => new URL(source).pathname.endsWith('.m3u8'));
}

// Known sizes give the box its height before the picture is there.
function Picture({ item, alt, isInCell }: Omit<ItemProps, 'words'> & { readonly alt: string }) {
  const attributes = usePictureAttributes();
  const pathOf = usePicturePath();
  if (item.image === null) return <Blank width={item.width} height={item.height} />;
  return (
    <img
      src={pathOf(item.image)}
      alt={alt}
      {...(isInCell ? {} : sizeOf(item))}
      class={cropClass(item, isInCell)}
      {...attributes}
    />
  );
}

/** A dark box in the picture's proportions; its view box keeps them without a style attribute. */
export function Blank(props: { readonly width: number | null; readonly height: number | null }) {
  const { width, height } = props;
  const box = width && height ? `0 0 ${width} ${height}` : '0 0 16 9';
  return <svg class="blank" viewBox={box} aria-hidden="true" />;
}

function sizeOf({ width, height }: PostMedia) {
  return { width: width ?? undefined, height: height ?? undefined };
}

function cropClass(item: PostMedia, isInCell = false): string | undefined {
  const blank = isInCell || (item.width && item.height) ? '' : 'blank';
  if (item.focus === null) return blank || undefined;
  const step = (value: number) => Math.round((Math.max(-1, Math.min(1, value)) + 1) * 2);
  return `${blank} x${step(item.focus.x)} y${step(-item.focus.y)}`.trim();
}

function Unavailable({ item, words }: ItemProps) {
  return (
    <div class="sound">
      <OutLink href={item.href}>{words.messages.unavailableMedia}</OutLink>
    </div>
  );
}

/** What a sound is shown with; it says nothing that the title does not. */
function Cover({ path }: { readonly path: string }) {
  const attributes = usePictureAttributes();
  const pathOf = usePicturePath();
  return (
    <img class="avatar square" src={pathOf(path)} alt="" width={48} height={48} {...attributes} />
  );
}

function SoundOrFile({ item, words }: ItemProps) {
  const { messages } = words;
  const label = item.alt ? `${messages.playAudio}: ${item.alt}` : messages.playAudio;
  const [source] = item.sources;
  const player = usePlayer({ play: 'audio', source: item.sources.join(' ') });
  const target = useTarget();
  return (
    <div class="sound" dir="auto">
      {hasCover(item) && <Cover path={item.image} />}
      {item.kind === 'audio' && source !== undefined ? (
        // The player takes the place of the link alone.
        <div>
          {item.alt && <div>{item.alt}</div>}
          <a
            href={source}
            {...player}
            aria-label={label}
            {...target}
            rel="nofollow noopener noreferrer"
          >
            ▶ {messages.playAudio}
            {item.seconds !== null && ` (${words.duration(item.seconds)})`}
          </a>
        </div>
      ) : (
        <OutLink href={item.href}>
          {messages.attachment}: {item.alt ?? shortAddress(item.href)}
        </OutLink>
      )}
    </div>
  );
}
