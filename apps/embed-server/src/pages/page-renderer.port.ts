import type { FoundStatus } from '../statuses/statuses.js';
import type { FoundTweet } from '../tweets/tweets.js';
import type { Video } from '../videos/video.js';
import type { Found } from '../videos/videos.js';
import type { PreparedReply } from '../http/prepared-reply.js';

/** What the client asks for; whatever is not known is as if it had not been asked for. */
export interface PagePreferences {
  readonly lang?: string;
  readonly theme?: string;
}

interface PageOf {
  /** Of the video: not every host has a copy for each. */
  readonly id: string;
}

/** Data to HTML, with all that is the same for every page already known. */
export interface PageRenderer {
  tweet(found: FoundTweet, preferences: PagePreferences): PreparedReply;
  status(found: FoundStatus, preferences: PagePreferences): PreparedReply;
  video(
    found: Pick<Found<Video>, 'copy' | 'value'>,
    parameters: PageOf & { readonly start?: string; readonly t?: string; readonly h?: string },
    preferences: PagePreferences,
  ): PreparedReply;
}
