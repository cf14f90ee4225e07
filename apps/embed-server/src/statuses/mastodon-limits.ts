// What a status in the shape of Mastodon's may hold. The figures are the largest that software of the fediverse takes from
// others, well above what it lets its own people write:
// - Mastodon: 500 characters, 4 files, 4 options of 50 characters (docs.joinmastodon.org/entities/Instance); 30 of a name,
//   2048 of others' (DISPLAY_NAME_LENGTH_HARD_LIMIT, app/models/account.rb), 20 kB of a profile; 1500 of a description, 10 000
//   of others' (MAX_DESCRIPTION_HARD_LENGTH_LIMIT, app/models/media_attachment.rb); forks and administrators raise all of them
// - Pleroma, Akkoma: 5000 characters, 100 000 of others' (`remote_limit`), 20 options of 200 characters (`poll_limits`), 100
//   of a name (`user_name_length`), 5000 of a description (docs.akkoma.dev, configuration cheat sheet; config/config.exs)
// - GoToSocial: 5000 characters, 6 files, 6 options of 50, 5000 of a description (docs.gotosocial.org, configuration/statuses
//   and configuration/media)
// - Pixelfed: 500 characters, 4 pictures, 1000 of a description, 30 of a name (config/pixelfed.php)
// - Friendica: 200 000 characters, of its own protocol and of mail (`max_import_size`, static/defaults.config.php); none is
//   named for ActivityPub, so this largest figure is the limit of all
// The same table bounds what other APIs' replies were mapped to.

import { address, html, listOf, name, object, text } from '../outbound/content-limits.js';
import { isHost } from '../outbound/untrusted.js';

export const longestContent = 200_000;
const [title, phrase, description] = [text(500), text(1000), text(10_000)];
const displayName = text(2048);
const [id, code, date] = [name(2048), name(100), name(64)];

/** `user` of the asked instance, `user@host` of others. */
const acct = {
  ...name(512),
  accepts: (value: string) => {
    const at = value.lastIndexOf('@');
    return at < 1 || isHost(value.slice(at + 1));
  },
};

const emoji = object({ shortcode: code, url: address, static_url: address, category: title });
const emojis = listOf(300, emoji);

const account = object({
  id,
  username: name(500),
  acct,
  display_name: displayName,
  url: address,
  uri: address,
  avatar: address,
  avatar_static: address,
  avatar_description: description,
  header: address,
  header_static: address,
  note: html(50_000),
  created_at: date,
  last_status_at: date,
  emojis,
  fields: listOf(50, object({ name: phrase, value: html(5000), verified_at: date })),
  roles: listOf(50, object({ id, name: title, color: code })),
});

const attachment = object({
  id,
  type: code,
  url: address,
  preview_url: address,
  remote_url: address,
  preview_remote_url: address,
  text_url: address,
  description,
  blurhash: name(1000),
});

const poll = object({
  id,
  expires_at: date,
  options: listOf(64, object({ title: phrase })),
  emojis,
});

const card = object({
  url: address,
  title,
  description: text(5000),
  type: code,
  author_name: title,
  author_url: address,
  provider_name: title,
  provider_url: address,
  html: html(20_000),
  image: address,
  image_description: description,
  embed_url: address,
  language: code,
  blurhash: name(1000),
});

const ownFields = {
  id,
  uri: address,
  url: address,
  created_at: date,
  edited_at: date,
  in_reply_to_id: id,
  in_reply_to_account_id: id,
  account,
  content: html(longestContent),
  text: text(longestContent),
  spoiler_text: text(5000),
  visibility: code,
  language: code,
  media_attachments: listOf(64, attachment),
  mentions: listOf(1000, object({ id, username: name(500), url: address, acct })),
  tags: listOf(1000, object({ name: title, url: address })),
  emojis,
  poll,
  card,
  // Ours, of other kinds than posts.
  object_type: code,
  event_status: code,
};

const quote = object({ ...ownFields, state: code, quoted_status: object(ownFields) });
const fieldsWithQuote = { ...ownFields, quote };

export const mastodonStatus = object({ ...fieldsWithQuote, reblog: object(fieldsWithQuote) });

const around = listOf(1000, object(fieldsWithQuote));

/** What is around a status: Mastodon gives at most 40 above and 60 below it to those who are not signed in. */
export const mastodonContext = object({ ancestors: around, descendants: around });
