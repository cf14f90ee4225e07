import { videoPosterPath } from '../images/image-paths.js';
import type { Video } from '../videos/video.js';
import { renderDocument, type View } from './document.js';
import { Blank } from './media-grid.js';
import { OutLink, PlayLink } from './links.js';
import { imageBase, type Page, type PageOptions } from './page.js';
import { PlayerNote, Title, usePictureAttributes } from './place.js';
import { longestName, pixels, shortened } from './post.js';
import { quotationOfVideo } from './quotation.js';
import { readable } from './readable-text.js';
import { videoPlayer, type VideoParameters } from './video-player.js';
import { previewOfVideo, videoPicture } from './video-preview.js';
import { wordsIn } from './locale.js';

export interface VideoPageOptions extends PageOptions {
  /** The request's query; only what the player knows is read. */
  readonly parameters?: VideoParameters;
}

/** The page behind `/video/<host>/:id.amp`: a poster that becomes the host's own player when clicked. */
export function renderVideoPage(video: Video, options: VideoPageOptions): Page {
  return renderDocument(viewOfVideo(video, options), options);
}

export function viewOfVideo(video: Video, options: VideoPageOptions): View {
  const words = wordsIn(options.language);
  const { messages } = words;
  const player = videoPlayer(video, options.parameters ?? {});
  const author = readable(video.author);
  const title = shortened(
    readable(video.title) ?? `${messages.video} · ${player.provider}`,
    longestName,
  );
  const picture = videoPicture(video, {
    base: imageBase(options),
    hash: player.hash,
  });
  const tall = video.width !== null && video.height !== null && video.height > video.width;
  const body = (
    <article class="video" aria-label={title}>
      <div class={tall ? 'frame tall' : 'frame'}>
        <Poster video={video} hash={player.hash} base={imageBase(options)} />
        <PlayLink
          play="frame"
          label={`${messages.playVideo}: ${title}`}
          href={player.watchUrl}
          source={player.embedUrl}
        />
        {video.durationSeconds !== null && (
          <span class="length">{words.duration(video.durationSeconds)}</span>
        )}
      </div>
      <div class="below">
        <Title>{title}</Title>
        {author !== null && (
          <div class="soft" dir="auto">
            {shortened(author, longestName)}
          </div>
        )}
        <div class="soft">
          <PlayerNote>{`${messages.loadsFrom(player.provider)} `}</PlayerNote>
          <OutLink href={player.watchUrl}>{messages.viewOn(player.provider)}</OutLink>
        </div>
      </div>
    </article>
  );
  return {
    body,
    quotation: quotationOfVideo(video, title),
    document: {
      title,
      preview: previewOfVideo(video, { title, provider: player.provider, picture }),
      canonical: player.canonical,
      referrer: 'strict-origin-when-cross-origin',
      frames: [player.embedUrl],
    },
  };
}

function Poster(props: {
  readonly video: Video;
  readonly hash: string | undefined;
  readonly base: string;
}) {
  const { host, id, hasPoster } = props.video;
  const attributes = usePictureAttributes();
  const [width, height] = [pixels(props.video.width), pixels(props.video.height)];
  return (
    <>
      <Blank width={width} height={height} />
      {hasPoster && host !== 'facebook' && (
        <img
          src={videoPosterPath(host, id.toWellFormed(), {
            base: props.base,
            hash: props.hash,
          })}
          alt=""
          width={width ?? 1280}
          height={height ?? 720}
          {...attributes}
        />
      )}
    </>
  );
}
