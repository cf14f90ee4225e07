import { Prisma } from '../generated/prisma/client.js';

type Sql = ReturnType<typeof Prisma.sql>;

/** A file as messages show it, as an expression. */
export const shownFile = (file: string, preview = `${file}.preview`): string => `
  jsonb_build_object('id', ${file}.id, 'kind', ${file}.kind, 'type', ${file}.type, 'size', ${file}.size,
    'name', ${file}.name, 'alt', ${file}.alt, 'width', ${file}.width, 'height', ${file}.height,
    'duration', ${file}.duration, 'preview', ${preview}, 'sizes', ${file}.sizes)`;

/** Of each file of a message, in their order. Each is looked up by its key. */
const ofFiles = (message: string, shown: string): string => `
  CASE WHEN cardinality(${message}.attachment_ids) > 0 THEN COALESCE((
    SELECT jsonb_agg(${shown} ORDER BY array_position(${message}.attachment_ids, file.id))
    FROM attachments AS file
    WHERE file.id = ANY (${message}.attachment_ids) AND file.chat_id = ${message}.chat_id
      AND file.seq = ${message}.seq
  ), '[]'::jsonb) END`;

/** Whether the two of the chat may fetch its files: asked only of messages that have some. */
const areFriends = (message: string): string => `
  EXISTS (SELECT FROM relations AS relation
    WHERE relation.lo_id = left(${message}.chat_id, 36)::uuid
      AND relation.hi_id = right(${message}.chat_id, 36)::uuid AND relation.state = 'friends')`;

/**
 * The files of a message; null when it never had one. Who may not fetch a picture any more does not get its pixels in small either;
 * what it was called stays with the words of the message.
 *
 * @param message the name of a row with `chat_id`, `seq` and `attachment_ids`
 */
export const attachmentsOf = (message: string): string =>
  ofFiles(message, shownFile('file', `CASE WHEN ${areFriends(message)} THEN file.preview END`));

/** The same for who sent them, whoever may fetch them by now. */
export const ownAttachmentsOf = (message: string): string => ofFiles(message, shownFile('file'));

/** The kinds of the files of a message; null when it never had one. */
export const attachmentKindsOf = (message: string): string => ofFiles(message, 'file.kind');

/**
 * CTEs with the files that drafts of messages want to take: of their senders, and of no message yet. They are locked until the
 * commit, in the order of their ids, after the friendships. Of two drafts in one statement the first gets a file.
 *
 * @param lock how they are locked
 */
export const offeredFiles = (lock: Sql): Sql => Prisma.sql`
    held_file AS (
      SELECT draft.id AS draft_id, draft.position AS draft_position, file.* FROM draft
      JOIN friendship USING (lo_id, hi_id)
      CROSS JOIN LATERAL unnest(draft.attachment_ids) AS wanted (id)
      JOIN attachments AS file ON file.id = wanted.id
      WHERE file.owner_id = draft.sender_id AND file.chat_id IS NULL AND file.released_at IS NULL
      ORDER BY file.id FOR NO KEY UPDATE OF file ${lock}
    ),
    offered AS (
      SELECT DISTINCT ON (id) * FROM held_file ORDER BY id, draft_position
    )`;

/** Whether each file that a draft wants is offered to it. */
export const hasItsFiles = Prisma.sql`
  (cardinality(draft.attachment_ids) = 0 OR cardinality(draft.attachment_ids) = (
    SELECT count(*) FROM offered WHERE offered.draft_id = draft.id
  ))`;

/**
 * CTEs beside the insert of messages: they take the files that were offered, and copies of messages get files of their own, which
 * share the content of the originals.
 */
export const takenFiles = Prisma.sql`
    taken_file AS (
      UPDATE attachments AS file SET chat_id = change.chat_id, seq = change.chat_seq
      FROM change JOIN offered ON offered.draft_id = change.id WHERE file.id = offered.id
    ),
    copied_file AS (
      INSERT INTO attachments (id, owner_id, chat_id, seq, object, kind, type, name, alt, size, stored, width, height,
        duration, preview, sizes)
      SELECT copy.id, fresh.sender_id, change.chat_id, change.chat_seq, file.object, file.kind, file.type, file.name,
        file.alt, file.size, file.stored, file.width, file.height, file.duration, file.preview, file.sizes
      FROM change JOIN fresh USING (id)
      CROSS JOIN LATERAL unnest(fresh.file_ids, fresh.original_ids) AS copy (id, original_id)
      JOIN attachments AS file ON file.id = copy.original_id
      WHERE fresh.forward_id IS NOT NULL
      RETURNING *
    )`;

/** The files of a message that the statement stores, as `attachmentsOf` has them: it sees none of its own changes. */
export const storedFiles = Prisma.raw(`
  CASE WHEN cardinality(change.attachment_ids) > 0 THEN (
    SELECT jsonb_agg(${shownFile('file')} ORDER BY array_position(change.attachment_ids, file.id)) FROM (
      SELECT id, kind, type, size, name, alt, width, height, duration, preview, sizes FROM offered
      UNION ALL
      SELECT id, kind, type, size, name, alt, width, height, duration, preview, sizes FROM copied_file
    ) AS file WHERE file.id = ANY (change.attachment_ids)
  ) END`);
