import { videoPosterPath } from '../images/image-paths.js';
import type { Video } from '../videos/video.js';
import { renderDocument } from './document.js';
import { Blank } from './media-grid.js';
import { OutLink, PlayLink } from './links.js';
import { basePath, type Page, type PageOptions } from './page.js';
import { longestName, pixels, shortened } from './post.js';
import { videoPlayer, type VideoParameters } from './video-player.js';
import { previewOfVideo, videoPicture } from './video-preview.js';
import { wordsIn } from './locale.js';

export interface VideoPageOptions extends PageOptions {
  /** The request's query; only what the player knows is read. */
  readonly parameters?: VideoParameters;
}

/** The page behind `/video/<host>/:id.amp`: a poster that becomes the host's own player when clicked. */
export function renderVideoPage(video: Video, options: VideoPageOptions): Page {
  const words = wordsIn(options.language);
  const { messages } = words;
  const player = videoPlayer(video, options.parameters ?? {});
  const title = shortened(video.title ?? `${messages.video} · ${player.provider}`, longestName);
  const picture = videoPicture(video, {
    base: basePath(options.publicUrl),
    hash: player.hash,
  });
  const tall = video.width !== null && video.height !== null && video.height > video.width;
  return renderDocument(
    <article class="video" aria-label={title}>
      <div class={tall ? 'frame tall' : 'frame'}>
        <Poster video={video} hash={player.hash} publicUrl={options.publicUrl} />
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
        <h1 dir="auto">{title}</h1>
        {video.author && (
          <div class="soft" dir="auto">
            {shortened(video.author, longestName)}
          </div>
        )}
        <div class="soft">
          {messages.loadsFrom(player.provider)}{' '}
          <OutLink href={player.watchUrl}>{messages.viewOn(player.provider)}</OutLink>
        </div>
      </div>
    </article>,
    {
      title,
      preview: previewOfVideo(video, { title, provider: player.provider, picture }),
      canonical: player.canonical,
      referrer: 'strict-origin-when-cross-origin',
      frames: [player.embedUrl],
    },
    options,
  );
}

function Poster(props: {
  readonly video: Video;
  readonly hash: string | undefined;
  readonly publicUrl: string;
}) {
  const { host, id, hasPoster } = props.video;
  const [width, height] = [pixels(props.video.width), pixels(props.video.height)];
  return (
    <>
      <Blank width={width} height={height} />
      {hasPoster && host !== 'facebook' && (
        <img
          src={videoPosterPath(host, id.toWellFormed(), {
            base: basePath(props.publicUrl),
            hash: props.hash,
          })}
          alt=""
          width={width ?? 1280}
          height={height ?? 720}
        />
      )}
    </>
  );
}
