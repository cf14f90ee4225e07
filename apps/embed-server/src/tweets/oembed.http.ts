import type { FetchJson } from '../outbound/upstream-json.http.js';
import { fields, text } from '../outbound/untrusted.js';
import { oembedTweet } from './tweet-limits.js';
import type { TweetSource } from './tweet-source.port.js';

/** X's oEmbed: text, name and date only, but seldom limited. */
export function createOembedSource(baseUrl: string, fetchJson: FetchJson): TweetSource {
  return {
    name: 'oembed',
    authoritative: false,
    fetch: async (id) => {
      const url = `https://twitter.com/i/status/${id}`;
      const query = new URLSearchParams({ url, omit_script: '1', dnt: 'true' });
      // 403 stands for a suspended author or an age limit.
      const request = { absent: [403, 404, 410], limit: oembedTweet };
      const reply = await fetchJson(`${baseUrl}/oembed?${query.toString()}`, request);
      if (reply === null || text(fields(reply)['html']) === null) return 'absent';
      return { source: 'oembed', body: { ...fields(reply), id }, isCut: false };
    },
  };
}
