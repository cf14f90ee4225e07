// What replies of X may hold. Its own figures, each with room above for what it changes without notice:
// - 280 characters of a post, where an emoji counts as two and a link as 23 (docs.x.com/fundamentals/counting-characters);
//   25,000 of a long one (docs.x.com/changelog, 20 August 2024), here of up to four UTF-16 units each: `&lt;`, or an emoji
// - 50 of a name, typically; 15 of a username, of old accounts more; 1000 of the description of a picture
//   (docs.x.com/x-api/fundamentals/data-dictionary)
// - four pictures (docs.x.com/x-api/media/quickstart/best-practices); four options of 25 characters, ids of 19 digits
//   (`CreatePostsPoll` and `PostId` of api.x.com/2/openapi.json)
// - five edits (docs.x.com/x-api/posts/lookup/introduction)
// - 70 of a card's title, 200 of its description, 420 of its picture's (developer.x.com/cards/markup)
// X documents neither the syndication API, whose posts are the same ones, nor a length of oEmbed's HTML, which holds 280
// characters and their links: a recorded one has 472 of the 10,000.

import { address, html, listOf, mapOf, name, object, text } from '../outbound/content-limits.js';

const [id, code, date, username] = [name(64), name(100), name(64), name(64)];
const [posted, title, description] = [text(100_000), text(500), text(5000)];
const names = (field: string) => listOf(1000, object({ [field]: name(500) }));
const mentions = listOf(
  1000,
  object({ username, screen_name: username, name: title, id, id_str: id }),
);

const link = object({
  url: address,
  expanded_url: address,
  unwound_url: address,
  display_url: title,
  title,
  description,
  media_key: id,
  images: listOf(16, object({ url: address })),
});
const links = listOf(1000, link);

const film = object({ url: address, content_type: code });
const films = listOf(64, film);

const picture = object({
  type: code,
  media_url_https: address,
  ext_alt_text: description,
  video_info: object({ variants: films }),
});

const value = object({
  string_value: description,
  image_value: object({ url: address, alt: description }),
});
const addressValue = object({ string_value: address });

const card = object({
  name: code,
  url: address,
  binding_values: {
    ...mapOf(200, value),
    fields: new Map(
      ['card_url', 'website_url', 'broadcast_url', 'event_url'].map((key) => [key, addressValue]),
    ),
  },
});

const syndicatedFields = {
  id_str: id,
  text: posted,
  created_at: date,
  lang: code,
  user: object({
    id_str: id,
    name: title,
    screen_name: username,
    profile_image_url_https: address,
    profile_image_shape: code,
    verified_type: code,
  }),
  entities: object({
    hashtags: names('text'),
    symbols: names('text'),
    user_mentions: mentions,
    urls: links,
    media: links,
  }),
  mediaDetails: listOf(16, picture),
  card,
  in_reply_to_screen_name: username,
  in_reply_to_status_id_str: id,
};

export const syndicatedTweet = object({
  ...syndicatedFields,
  quoted_tweet: object(syndicatedFields),
  parent: object(syndicatedFields),
});

const entities = object({
  hashtags: names('tag'),
  cashtags: names('tag'),
  mentions,
  urls: links,
});

const tweet = object({
  id,
  text: posted,
  note_tweet: object({ text: posted, entities }),
  author_id: id,
  created_at: date,
  lang: code,
  in_reply_to_user_id: id,
  entities,
  attachments: object({ media_keys: listOf(16, id), poll_ids: listOf(4, id) }),
  edit_history_tweet_ids: listOf(100, id),
  referenced_tweets: listOf(16, object({ id, type: code })),
});

const user = object({ id, name: title, username, profile_image_url: address, verified_type: code });

const media = object({
  media_key: id,
  type: code,
  url: address,
  preview_image_url: address,
  alt_text: description,
  variants: films,
});

const poll = object({ id, end_datetime: date, options: listOf(16, object({ label: title })) });

/** `{data, includes}`; `data` may be a list of one. */
export const apiTweet = object({
  data: listOf(1, tweet),
  includes: object({
    tweets: listOf(100, tweet),
    users: listOf(100, user),
    media: listOf(100, media),
    polls: listOf(16, poll),
  }),
  errors: listOf(100, object({ type: name(1000), title, detail: description })),
});

export const oembedTweet = object({
  html: html(10_000),
  author_name: title,
  author_url: address,
  url: address,
});
