import { inOrderOfReply } from '../outbound/in-order-of-reply.js';
import { fields, text } from '../outbound/untrusted.js';
import type { FetchJson } from '../outbound/upstream-json.http.js';
import { oembedVideo, vimeoVideos } from './video-limits.js';
import { fromVimeoOembed, vimeoUrl } from './video-mapping.js';
import type { VideoSources } from './videos.js';

/**
 * Vimeo's old API, which sends all that the documents promise; oEmbed for what it does not know or do, or where it is late.
 *
 * @param wait milliseconds after which it is
 */
export function createVimeoSource(
  baseUrl: string,
  fetchJson: FetchJson,
  wait: number,
): VideoSources['fetchVimeo'] {
  async function fromOembed(id: string, hash: string | null) {
    const query = new URLSearchParams({ url: vimeoUrl(id, hash), width: '1280', dnt: '1' });
    const request = { absent: [403, 404, 410], limit: oembedVideo };
    const reply = await fetchJson(`${baseUrl}/api/oembed.json?${query.toString()}`, request);
    return reply === null ? null : [fromVimeoOembed(reply, id)];
  }

  async function fromApi(id: string) {
    const reply = await fetchJson(`${baseUrl}/api/v2/video/${id}.json`, { limit: vimeoVideos });
    const isKnown = Array.isArray(reply) && text(fields(reply[0])['title']) !== null;
    return isKnown ? (reply as unknown[]) : null;
  }

  return async (id, hash, report) => {
    // Only oEmbed knows unlisted videos.
    if (hash !== null) return fromOembed(id, hash);
    let failure: { readonly error: unknown } | undefined;
    let isUnknown = false;
    for await (const outcome of inOrderOfReply(
      [() => fromApi(id), () => fromOembed(id, hash)],
      wait,
    )) {
      const isOfApi = outcome.at === 0;
      const reply = 'reply' in outcome ? outcome.reply : null;
      if (reply !== null) {
        if (!isOfApi && !isUnknown) report.incomplete(true);
        return reply;
      }
      // What the API fails with counts for more.
      if ('failure' in outcome)
        failure = isOfApi ? { error: outcome.failure } : (failure ?? { error: outcome.failure });
      else isUnknown ||= isOfApi;
    }
    if (failure) throw failure.error;
    return null;
  };
}
