// What a reply of an oEmbed provider may hold. The specification has no lengths; the longest recorded HTML is Instagram's,
// with 8 kB, and the longest title TikTok's, which is the whole caption: 2,200 letters at most there.

import { address, name, object, text, type Limit } from '../outbound/content-limits.js';

const [words, brief] = [text(5000), text(500)];

export const oembedReply: Limit = object({
  type: name(100),
  version: name(100),
  title: words,
  author_name: brief,
  author_url: address,
  provider_name: brief,
  provider_url: address,
  thumbnail_url: address,
  url: address,
  // Half of it would be other HTML.
  html: name(64 * 1024),
});
