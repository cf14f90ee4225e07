import type { FetchJson } from '../outbound/upstream-json.http.js';
import { UpstreamBroken } from '../outbound/upstream.errors.js';
import { fields, list, text } from '../outbound/untrusted.js';
import { apiTweet } from './tweet-limits.js';
import type { SourceReply, TweetSource } from './tweet-source.port.js';

const query = new URLSearchParams({
  'tweet.fields':
    'attachments,author_id,conversation_id,created_at,display_text_range,edit_history_tweet_ids,entities,in_reply_to_user_id,lang,note_tweet,possibly_sensitive,public_metrics,referenced_tweets,text,withheld',
  expansions:
    'attachments.media_keys,attachments.poll_ids,author_id,in_reply_to_user_id,referenced_tweets.id,referenced_tweets.id.author_id,referenced_tweets.id.attachments.media_keys',
  'user.fields': 'id,name,profile_image_url,protected,username,verified,verified_type',
  'media.fields': 'alt_text,duration_ms,height,media_key,preview_image_url,type,url,variants,width',
  'poll.fields': 'duration_minutes,end_datetime,id,options,voting_status',
}).toString();

/** X API v2: paid, official, and the only one with the whole of a long post. */
export function createApiSource(
  baseUrl: string,
  bearerToken: string,
  fetchJson: FetchJson,
): TweetSource {
  const headers = { authorization: `Bearer ${bearerToken}` };
  return {
    name: 'api',
    authoritative: true,
    fetch: async (id) => {
      const url = `${baseUrl}/2/tweets/${id}?${query}`;
      const check = (reply: unknown) => void parseReply(fields(reply));
      const reply = await fetchJson(url, { headers, limit: apiTweet, check });
      return reply === null ? 'absent' : parseReply(fields(reply));
    },
  };
}

function parseReply(reply: ReturnType<typeof fields>): SourceReply {
  // GET /2/tweets?ids= gives a list where GET /2/tweets/:id gives an object.
  const data = fields(Array.isArray(reply['data']) ? reply['data'][0] : reply['data']);
  if (text(data['id']) !== null) {
    const body = { data, includes: fields(reply['includes']) };
    return { source: 'api', body, isCut: false };
  }
  // Errors may come with status 200. The host of the type varies, its end does not.
  const type = text(fields(list(reply['errors'])[0])['type']) ?? '';
  if (type.endsWith('/resource-not-found')) return 'absent';
  if (type.endsWith('/not-authorized-for-resource')) return 'withheld';
  throw new UpstreamBroken('API v2 gave neither a tweet nor a known error');
}
