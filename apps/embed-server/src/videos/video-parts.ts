import type { PageRenderer } from '../pages/page-renderer.port.js';
import type { Memoise } from '../cache/response-cache.js';
import type { ReadImage } from '../images/images.js';
import type { Videos } from './videos.js';

/** What the routes of every host use. */
export interface VideoParts {
  readonly videos: Videos;
  readonly readImage: ReadImage;
  readonly memoise: Memoise;
  readonly pages: Pick<PageRenderer, 'video'>;
  /** The documented stand-in (`host-a`) or the host's name (`youtube`): both are served. */
  readonly segment: string;
}
