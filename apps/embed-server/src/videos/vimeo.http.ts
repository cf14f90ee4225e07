import { fields, text } from '../outbound/untrusted.js';
import type { FetchJson } from '../outbound/upstream-json.http.js';
import { oembedVideo, vimeoVideos } from './video-limits.js';
import { fromVimeoOembed, vimeoUrl } from './video-mapping.js';
import type { VideoSources } from './videos.js';

/** Vimeo's old API, which sends all that the documents promise; oEmbed for what it does not know or do. */
export function createVimeoSource(
  baseUrl: string,
  fetchJson: FetchJson,
): VideoSources['fetchVimeo'] {
  async function fromOembed(id: string, hash: string | null) {
    const query = new URLSearchParams({ url: vimeoUrl(id, hash), width: '1280', dnt: '1' });
    const request = { absent: [403, 404, 410], limit: oembedVideo };
    const reply = await fetchJson(`${baseUrl}/api/oembed.json?${query.toString()}`, request);
    return reply === null ? null : [fromVimeoOembed(reply, id)];
  }

  return async (id, hash, report) => {
    // Only oEmbed knows unlisted videos.
    if (hash !== null) return fromOembed(id, hash);
    try {
      const reply = await fetchJson(`${baseUrl}/api/v2/video/${id}.json`, { limit: vimeoVideos });
      const known = Array.isArray(reply) && text(fields(reply[0])['title']) !== null;
      return known ? reply : await fromOembed(id, hash);
    } catch (error) {
      const other = await fromOembed(id, hash).catch(() => null);
      if (other === null) throw error;
      report.incomplete(true);
      return other;
    }
  };
}
