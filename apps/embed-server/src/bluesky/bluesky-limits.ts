// What a reply of the AppView may hold. The figures are those of its lexicons (github.com/bluesky-social/atproto, folder
// lexicons/app/bsky), each with room above for what is changed without notice:
// - 3000 bytes of a post, 640 of a tag of its text, three languages (feed/post.json); 640 bytes of a name
//   (actor/profile.json); 253 letters of a handle, 2048 of a DID (atproto.com/specs)
// - 4 pictures (embed/images.json), 20 of a gallery (embed/gallery.json), whose descriptions have no limit there: the app
//   takes 2000 letters
// - 3000 bytes of a list's description (graph/list.json), 10 labels of an author's own (com/atproto/label/defs.json)

import { address, listOf, name, object, text } from '../outbound/content-limits.js';

const [id, code, date] = [name(4096), name(200), name(64)];
const [posted, title, description] = [text(12_000), text(2560), text(10_000)];

const label = object({ src: id, uri: id, val: code, cts: date, exp: date });
const labels = listOf(200, label);

const author = object({
  did: id,
  handle: name(253),
  displayName: title,
  avatar: address,
  labels,
  verification: object({ verifiedStatus: code, trustedVerifierStatus: code }),
  createdAt: date,
});

const feature = object({ $type: code, uri: address, did: id, tag: title });
const facets = listOf(1000, object({ features: listOf(16, feature) }));

const record = object({
  $type: code,
  text: posted,
  createdAt: date,
  langs: listOf(16, code),
  facets,
  labels: object({ $type: code, values: listOf(64, object({ val: code })) }),
  tags: listOf(64, title),
  reply: object({ parent: object({ uri: id, cid: id }), root: object({ uri: id, cid: id }) }),
  name: title,
  description,
});

const picture = object({ thumb: address, thumbnail: address, fullsize: address, alt: description });

const mediaFields = {
  $type: code,
  images: listOf(20, picture),
  items: listOf(20, picture),
  cid: id,
  playlist: address,
  thumbnail: address,
  alt: description,
  presentation: code,
  external: object({ uri: address, title, description, thumb: address, labels }),
};
const media = object(mediaFields);

const quotedFields = {
  $type: code,
  uri: id,
  cid: id,
  author,
  creator: author,
  value: record,
  record,
  labels,
  indexedAt: date,
  displayName: title,
  name: title,
  description,
  avatar: address,
};
// Of a quote in a quote nothing is shown but its own media.
const inner = object({
  ...mediaFields,
  media,
  record: object({ ...quotedFields, record: object(quotedFields) }),
});
const wholeQuote = { ...quotedFields, embeds: listOf(4, inner) };

export const postView = object({
  uri: id,
  cid: id,
  author,
  record,
  embed: object({
    ...mediaFields,
    media,
    record: object({ ...wholeQuote, record: object(wholeQuote) }),
  }),
  labels,
  indexedAt: date,
});

export const postThread = object({
  thread: object({ $type: code, post: postView }),
  error: code,
  message: description,
});
