// What replies about videos may hold. YouTube: 100 characters of a title and 5000 bytes of a description
// (developers.google.com/youtube/v3/docs/videos). Vimeo publishes no figures: in its own OpenAPI document
// (github.com/vimeo/openapi, which makes developer.vimeo.com/api/reference) both are strings without a length. Those who
// upload there report 128 and 5000 (github.com/pupilfirst/pupilfirst/pull/1611); about four times that leaves room for HTML.

import { address, html, listOf, name, object, text } from '../outbound/content-limits.js';

const [title, words, date] = [text(500), text(20_000), name(64)];

/** oEmbed 1.0, of any host. */
export const oembedVideo = object({
  type: name(100),
  title,
  description: words,
  upload_date: date,
  author_name: title,
  author_url: address,
  provider_name: title,
  provider_url: address,
  thumbnail_url: address,
  thumbnail_url_with_play_button: address,
  html: html(20_000),
});

/** Vimeo's array of one. */
export const vimeoVideos = listOf(
  1,
  object({
    title,
    description: words,
    url: address,
    upload_date: date,
    thumbnail_small: address,
    thumbnail_medium: address,
    thumbnail_large: address,
    user_name: title,
    user_url: address,
    user_portrait_small: address,
    user_portrait_medium: address,
    user_portrait_large: address,
    user_portrait_huge: address,
    tags: words,
  }),
);
