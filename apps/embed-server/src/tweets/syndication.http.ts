import { fields, text } from '../outbound/untrusted.js';
import type { FetchJson } from '../outbound/upstream-json.http.js';
import { syndicatedTweet } from './tweet-limits.js';
import type { TweetSource } from './tweet-source.port.js';

/** The token of X's own embed script; the precision lost on large ids is part of the formula. */
export function syndicationToken(id: string): string {
  return ((Number(id) / 1e15) * Math.PI).toString(36).replace(/(0+|\.)/g, '');
}

// What X's own embed script asks for; without them some fields are missing.
const features = [
  'tfw_timeline_list:',
  'tfw_follower_count_sunset:true',
  'tfw_tweet_edit_backend:on',
  'tfw_refsrc_session:on',
  'tfw_fosnr_soft_interventions_enabled:on',
  'tfw_show_birdwatch_pivots_enabled:on',
  'tfw_show_business_verified_badge:on',
  'tfw_duplicate_scribes_to_settings:on',
  'tfw_use_profile_image_shape_enabled:on',
  'tfw_show_blue_verified_badge:on',
  'tfw_legacy_timeline_sunset:true',
  'tfw_show_gov_verified_badge:on',
  'tfw_show_business_affiliate_badge:on',
  'tfw_tweet_edit_frontend:on',
].join(';');

/** X's public endpoint behind its embeds: the most for nothing. */
export function createSyndicationSource(baseUrl: string, fetchJson: FetchJson): TweetSource {
  return {
    name: 'syndication',
    authoritative: false,
    fetch: async (id) => {
      const token = syndicationToken(id);
      const query = new URLSearchParams({ id, lang: 'en', features, token });
      const url = `${baseUrl}/tweet-result?${query.toString()}`;
      const body = fields(await fetchJson(url, { limit: syndicatedTweet }));
      if (body['__typename'] === 'TweetTombstone') return 'withheld';
      if (text(body['id_str']) === null) return 'absent';
      return { source: 'syndication', body, isCut: body['note_tweet'] != null };
    },
  };
}
