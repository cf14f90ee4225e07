import type { FetchJson } from '../outbound/upstream-json.http.js';
import { oembedVideo } from './video-limits.js';
import type { VideoSources } from './videos.js';

/** Title and shape, without a key. */
export function createYoutubeSource(
  baseUrl: string,
  fetchJson: FetchJson,
): VideoSources['fetchYoutube'] {
  return (id) => {
    const url = `https://www.youtube.com/watch?v=${id}`;
    const query = new URLSearchParams({ url, format: 'json' });
    // 401 is a private video, or one that may not be embedded; 400 an id that cannot be.
    const request = { absent: [400, 401, 403, 404, 410], limit: oembedVideo };
    return fetchJson(`${baseUrl}/oembed?${query.toString()}`, request);
  };
}
