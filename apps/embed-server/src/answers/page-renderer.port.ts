import type { Status } from '../statuses/status.js';
import type { Tweet } from '../tweets/tweet.js';
import type { Video } from '../videos/video.js';

export interface RenderedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** What the client asks for; whatever is not known is as if it had not been asked for. */
export interface PageWishes {
  readonly lang?: string;
  readonly theme?: string;
}

/** Data to HTML, with all that is the same for every page already known. */
export interface PageRenderer {
  tweet(tweet: Tweet, wishes: PageWishes): RenderedPage;
  status(status: Status, statusUrl: string, wishes: PageWishes): RenderedPage;
  video(
    video: Video,
    parameters: { readonly start?: string; readonly t?: string; readonly h?: string },
    wishes: PageWishes,
  ): RenderedPage;
}
