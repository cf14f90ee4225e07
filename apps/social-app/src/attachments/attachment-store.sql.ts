import { withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { AttachmentStore, FetchedAttachment, NewAttachment } from './attachment-store.port.js';

type Sql = ReturnType<typeof Prisma.sql>;

export function createSqlAttachmentStore(prisma: PrismaClient): AttachmentStore {
  const run = <T = object>(statement: Sql) => prisma.$queryRaw<T[]>(statement);
  return {
    async usedBy(ownerId) {
      const [row] = await run<{ used: bigint }>(Prisma.sql`SELECT ${usedBy(ownerId)} AS used`);
      return Number(row?.used ?? 0);
    },
    async add(attachment, quota) {
      const added = await underLockOf(prisma, attachment.ownerId, addition(attachment, quota));
      if (!added) return 'gone';
      return added.length === 1 ? 'added' : 'full';
    },
    async discard(ownerId, id) {
      // A message that takes the file at this moment has locked it: who comes second finds it taken, or released.
      const discarded = await withRetry(() =>
        run(Prisma.sql`
          UPDATE attachments AS file SET ${releasing}
          WHERE file.id = ${id}::uuid AND ${isUnsentOf(ownerId)} RETURNING file.id`),
      );
      return discarded.length === 1;
    },
    async find(userId, id) {
      const [row] = await run<FetchedAttachment>(fetchable(userId, id));
      return row ?? null;
    },
    async dropUnused(ages, most) {
      const dropped = await run<{ object: string }>(dropStatement(ages, most));
      const objects = [...new Set(dropped.map(({ object }) => object))];
      const known = await knownAmong(objects);
      return {
        objects: objects.filter((each) => !known.has(each)),
        isFull: dropped.length === most,
      };
    },
    known: knownAmong,
  };

  async function knownAmong(objects: readonly string[]): Promise<ReadonlySet<string>> {
    if (objects.length === 0) return new Set();
    const wanted = Prisma.sql`ANY (${[...objects]}::uuid[])`;
    const rows = await run<{ object: string }>(Prisma.sql`
      SELECT object::text FROM attachments WHERE object = ${wanted}
      UNION SELECT object::text FROM upload_pieces WHERE object = ${wanted}`);
    return new Set(rows.map(({ object }) => object));
  }
}

/**
 * What a person has is counted under a lock of their row, for one change after another.
 *
 * @param change changes nothing for a person who is gone
 * @returns its rows; null when the person is gone
 */
export async function underLockOf<T = object>(
  prisma: PrismaClient,
  personId: string,
  change: Sql,
): Promise<T[] | null> {
  const lock = Prisma.sql`SELECT id::text FROM users WHERE id = ${personId}::uuid FOR NO KEY UPDATE`;
  const [locked, changed] = await withRetry(() =>
    prisma.$transaction([prisma.$queryRaw<object[]>(lock), prisma.$queryRaw<T[]>(change)]),
  );
  return locked.length === 1 ? changed : null;
}

/** A file that this person may still send. */
export const isUnsentOf = (ownerId: string): Sql => Prisma.sql`
  file.owner_id = ${ownerId}::uuid AND file.chat_id IS NULL AND file.released_at IS NULL`;

/** Nobody sees anything of it from now on; the file goes some time later. */
export const releasing = Prisma.sql`released_at = now(), name = NULL, alt = NULL, preview = NULL`;

/** What is released is about to go, and takes nobody's room any more. What is still arriving has its room already. */
export function usedBy(ownerId: string): Sql {
  return Prisma.sql`(COALESCE((
    SELECT sum(stored) FROM attachments WHERE owner_id = ${ownerId}::uuid AND released_at IS NULL
  ), 0) + COALESCE((
    SELECT sum(length) FROM uploads
    WHERE owner_id = ${ownerId}::uuid AND attachment_id IS NULL AND expires_at > now()
  ), 0))`;
}

function addition(file: NewAttachment, quota: number): Sql {
  const hasRoom = Prisma.sql`${usedBy(file.ownerId)} + ${file.stored}::int <= ${quota}::bigint`;
  return insertion(file, Prisma.sql`users WHERE users.id = ${file.ownerId}::uuid AND ${hasRoom}`);
}

/** @param source of a row for each that is to be inserted: of one, or none */
export function insertion(file: NewAttachment, source: Sql): Sql {
  return Prisma.sql`
    INSERT INTO attachments (id, owner_id, object, kind, type, name, alt, size, stored, width, height, duration, preview, sizes)
    SELECT ${file.id}::uuid, ${file.ownerId}::uuid, ${file.object}::uuid, ${file.kind}, ${file.type}, ${file.name},
      ${file.alt}, ${file.size}::int, ${file.stored}::int, ${file.width}::int, ${file.height}::int,
      ${file.duration}::float8, ${file.preview}, ${JSON.stringify(file.sizes)}::jsonb
    FROM ${source} RETURNING id`;
}

const columns = Prisma.sql`
  file.id::text, file.object::text, file.kind, file.type, file.name, file.alt, file.size, file.width, file.height,
  file.duration, file.preview, file.sizes`;

/** Decided by the rows as they are now, at every request. */
function fetchable(userId: string, id: string): Sql {
  const me = Prisma.sql`${userId}::uuid`;
  return Prisma.sql`
    SELECT ${columns} FROM attachments AS file WHERE file.id = ${id}::uuid AND (
      ${isUnsentOf(userId)}
      OR EXISTS (
        SELECT FROM messages AS message
        JOIN chats AS chat ON chat.id = message.chat_id
        JOIN relations AS relation ON relation.lo_id = chat.lo_id AND relation.hi_id = chat.hi_id
        WHERE message.chat_id = file.chat_id AND message.seq = file.seq
          AND ${me} IN (chat.lo_id, chat.hi_id) AND relation.state = 'friends'
          AND message.deleted_at IS NULL AND COALESCE(message.expires_at > now(), true)
          AND NOT CASE WHEN chat.lo_id = ${me} THEN message.lo_hidden ELSE message.hi_hidden END
      )
    )`;
}

/** What somebody is sending at this moment is locked, and left for the next time. */
function dropStatement(
  { unsent, released }: { unsent: number; released: number },
  most: number,
): Sql {
  const before = (milliseconds: number) =>
    Prisma.sql`now() - ${Math.round(milliseconds)}::bigint * interval '1 millisecond'`;
  return Prisma.sql`
    DELETE FROM attachments WHERE id IN (
      SELECT id FROM attachments AS file
      WHERE chat_id IS NULL
        AND CASE WHEN released_at IS NULL THEN created_at < ${before(unsent)} ELSE released_at < ${before(released)} END
        AND (reported_at IS NULL OR NOT EXISTS (
          SELECT FROM reports WHERE resolved_at IS NULL AND messages @> jsonb_build_array(
            jsonb_build_object('attachments', jsonb_build_array(jsonb_build_object('id', file.id)))
          )
        ))
      LIMIT ${most}::int FOR UPDATE SKIP LOCKED
    )
    RETURNING object::text`;
}
