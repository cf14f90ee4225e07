// What a note of Misskey's API may hold. Misskey itself: 3000 characters of a note, 8192 stored, 512 of a file's comment
// (packages/backend/src/const.ts), 16 files, 10 choices of 50 characters (packages/backend/src/server/api/endpoints/notes/create.ts),
// 50 of a name (`nameSchema`, packages/backend/src/models/User.ts); forks store 100 000 of a note and 8192 of a comment.

import { address, host, listOf, mapOf, name, object, text } from '../outbound/content-limits.js';

const [id, code, date] = [name(256), name(100), name(64)];
const words = text(100_000);
const title = text(500);

/** Old versions list them, others map names to addresses. */
const emojis = {
  ...listOf(300, object({ name: code, url: address })),
  ...mapOf(300, address),
};

const user = object({
  id,
  name: title,
  username: name(500),
  host,
  avatarUrl: address,
  url: address,
  uri: address,
  emojis,
});

const file = object({
  id,
  name: title,
  type: code,
  url: address,
  thumbnailUrl: address,
  comment: text(10_000),
});

const ownFields = {
  id,
  createdAt: date,
  updatedAt: date,
  user,
  text: words,
  cw: text(5000),
  visibility: code,
  lang: code,
  url: address,
  uri: address,
  files: listOf(64, file),
  fileIds: listOf(64, id),
  emojis,
  poll: object({ expiresAt: date, choices: listOf(64, object({ text: text(1000) })) }),
  replyId: id,
  renoteId: id,
  reply: object({ id, user }),
};

export const misskeyNote = object({ ...ownFields, renote: object(ownFields) });

export const misskeyNotes = listOf(100, misskeyNote);
