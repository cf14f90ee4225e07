import type { Status } from '../statuses/status.js';
import type { Tweet } from '../tweets/tweet.js';
import type { Video } from '../videos/video.js';

export interface RenderedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Data to HTML, with all that is the same for every page already known. `language` is the client's wish. */
export interface PageRenderer {
  tweet(tweet: Tweet, language: string | undefined): RenderedPage;
  status(status: Status, statusUrl: string, language: string | undefined): RenderedPage;
  video(
    video: Video,
    parameters: { readonly start?: string; readonly t?: string; readonly h?: string },
    language: string | undefined,
  ): RenderedPage;
}
