/** What the pages need to know of a video; `null` where its host does not send it. Types only. */
export interface Video {
  readonly host: VideoHost;
  readonly id: string;
  /** Vimeo's secret of an unlisted video. */
  readonly hash: string | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly durationSeconds: number | null;
  /** Pixels of the film. */
  readonly width: number | null;
  readonly height: number | null;
  /** Where a reader finds it. */
  readonly url: string;
  /** Whether `videoPosterPath` leads to a picture; never for Facebook. */
  readonly hasPoster: boolean;
}

export type VideoHost = 'youtube' | 'vimeo' | 'facebook';
