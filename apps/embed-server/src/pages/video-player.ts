import type { Video, VideoHost } from '../videos/video.js';

/** Query parameters that a player page knows: where to start, and Vimeo's hash of an unlisted video. */
export interface VideoParameters {
  readonly start?: unknown;
  readonly t?: unknown;
  readonly h?: unknown;
  readonly [other: string]: unknown;
}

export interface VideoPlayer {
  readonly provider: string;
  readonly canonical: string;
  /** The canonical page, at the asked-for time. */
  readonly watchUrl: string;
  /** The player, starting by itself: it is opened by a click. */
  readonly embedUrl: string;
  readonly hash: string | undefined;
}

/** Addresses of a host's player in its most private form; anything but a time and a hash is dropped. */
export function videoPlayer(
  video: Pick<Video, 'host' | 'id' | 'hash'>,
  parameters: VideoParameters,
): VideoPlayer {
  const start = seconds(parameters.start) ?? seconds(parameters.t);
  const hash = hexHash(video.hash) ?? hexHash(parameters.h);
  return players[video.host](encodeURIComponent(video.id.toWellFormed()), start, hash);
}

type Player = (id: string, start: number | null, hash: string | undefined) => VideoPlayer;

const players: Readonly<Record<VideoHost, Player>> = {
  youtube(id, start) {
    const canonical = `https://www.youtube.com/watch?v=${id}`;
    const embed = `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&playsinline=1`;
    return {
      provider: 'YouTube',
      canonical,
      watchUrl: start === null ? canonical : `${canonical}&t=${start}s`,
      embedUrl: start === null ? embed : `${embed}&start=${start}`,
      hash: undefined,
    };
  },
  vimeo(id, start, hash) {
    const canonical = `https://vimeo.com/${id}${hash === undefined ? '' : `/${hash}`}`;
    const time = start === null ? '' : `#t=${start}s`;
    const secret = hash === undefined ? '' : `h=${hash}&`;
    return {
      provider: 'Vimeo',
      canonical,
      watchUrl: canonical + time,
      embedUrl: `https://player.vimeo.com/video/${id}?${secret}dnt=1&autoplay=1${time}`,
      hash,
    };
  },
  facebook(id, start) {
    const canonical = `https://www.facebook.com/watch/?v=${id}`;
    const embed = `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(canonical)}`;
    const time = start === null ? '' : `&t=${start}`;
    return {
      provider: 'Facebook',
      canonical,
      watchUrl: canonical,
      embedUrl: `${embed}&show_text=0&autoplay=1${time}`,
      hash: undefined,
    };
  },
};

/** `90`, `90s`, `1m30s`, `1h2m3s`; below 100 hours. */
function seconds(value: unknown): number | null {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(
    typeof value === 'string' ? value : '',
  );
  if (match === null || match[0] === '') return null;
  const [hours, minutes, rest] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (rest ?? 0);
}

function hexHash(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\da-f]{4,64}$/i.test(value) ? value : undefined;
}
