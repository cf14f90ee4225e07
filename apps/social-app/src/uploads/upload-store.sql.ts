import { withRetry } from '@triptych/postgres';
import {
  insertion,
  isUnsentOf,
  releasing,
  underLockOf,
  usedBy,
} from '../attachments/attachment-store.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { Upload, UploadStore } from './upload-store.port.js';

type Sql = ReturnType<typeof Prisma.sql>;

const columns = Prisma.sql`
  id::text, length, received, pieces, metadata, attachment_id::text AS "attachmentId", expires_at AS "expiresAt"`;
const over = (lifetime: number) => Prisma.sql`now() + ${lifetime}::int * interval '1 millisecond'`;

/** Of the pieces of the uploads in the CTE `gone`, each of which has a row. */
const objectsOfGone = Prisma.sql`
          SELECT gone.id::text, piece.object::text FROM gone
          LEFT JOIN upload_pieces AS piece ON piece.upload_id = gone.id`;

/** The row says how much of an upload there is: a piece that it does not count is none. */
export function createSqlUploadStore(prisma: PrismaClient): UploadStore {
  const run = <T = object>(statement: Sql) => prisma.$queryRaw<T[]>(statement);

  return {
    async create({ id, ownerId, key, length, metadata }, { quota, mostOpen, lifetime }) {
      const owner = Prisma.sql`${ownerId}::uuid`;
      const rows = await underLockOf<Upload & { open: number }>(
        prisma,
        ownerId,
        Prisma.sql`
          WITH open AS (
            SELECT count(*)::int AS count FROM uploads
            WHERE owner_id = ${owner} AND attachment_id IS NULL AND expires_at > now()
          ), known AS (
            SELECT * FROM uploads
            WHERE owner_id = ${owner} AND idempotency_key = ${key}::text AND expires_at > now()
          ), created AS (
            INSERT INTO uploads (id, owner_id, idempotency_key, length, metadata, expires_at)
            SELECT ${id}::uuid, ${owner}, ${key}::text, ${length}::int, ${metadata}, ${over(lifetime)}
            FROM users, open
            WHERE users.id = ${owner} AND NOT EXISTS (SELECT FROM known) AND open.count < ${mostOpen}::int
              AND ${usedBy(ownerId)} + ${length}::int <= ${quota}::bigint
            RETURNING *
          )
          SELECT ${columns}, open.count AS open
          FROM open LEFT JOIN (SELECT * FROM known UNION ALL SELECT * FROM created) AS upload ON true`,
      );
      if (!rows) return 'gone';
      const { open = 0, ...created } = rows[0] ?? ({} as Upload & { open?: number });
      if (created.id) return created;
      return open < mostOpen ? 'full' : 'too-many';
    },
    async find(ownerId, id) {
      const [row] = await run<Upload>(Prisma.sql`
        SELECT ${columns} FROM uploads
        WHERE id = ${id}::uuid AND owner_id = ${ownerId}::uuid AND expires_at > now()`);
      return row ?? null;
    },
    async append({ id, received }, { object, length }, lifetime) {
      const [row] = await withRetry(() =>
        run<Upload>(Prisma.sql`
          WITH moved AS (
            UPDATE uploads SET received = received + ${length}::int, pieces = pieces + 1, expires_at = ${over(lifetime)}
            WHERE id = ${id}::uuid AND received = ${received}::int AND received + ${length}::int <= uploads.length
              AND owner_id IS NOT NULL AND attachment_id IS NULL AND expires_at > now()
            RETURNING *
          ), kept AS (
            INSERT INTO upload_pieces (upload_id, start, length, object)
            SELECT id, ${received}::int, ${length}::int, ${object}::uuid FROM moved
          )
          SELECT ${columns} FROM moved`),
      );
      return row ?? null;
    },
    piecesOf: (id) =>
      run(Prisma.sql`
        SELECT object::text, length FROM upload_pieces WHERE upload_id = ${id}::uuid ORDER BY start`),
    async finish(id, attachment, quota) {
      const { ownerId, stored } = attachment;
      // What the upload has reserved is given back in the same moment.
      const rows = await underLockOf<{ isAdded: boolean; objects: string[] }>(
        prisma,
        ownerId,
        Prisma.sql`
          WITH finished AS (
            UPDATE uploads SET attachment_id = ${attachment.id}::uuid
            WHERE id = ${id}::uuid AND owner_id = ${ownerId}::uuid AND attachment_id IS NULL
              AND received = uploads.length AND expires_at > now()
              AND ${usedBy(ownerId)} - uploads.length + ${stored}::int <= ${quota}::bigint
            RETURNING id AS upload_id
          ), used AS (
            DELETE FROM upload_pieces WHERE upload_id IN (SELECT upload_id FROM finished) RETURNING object
          ), added AS (${insertion(attachment, Prisma.sql`finished`)})
          SELECT EXISTS (SELECT FROM added) AS "isAdded", ARRAY(SELECT object::text FROM used) AS objects`,
      );
      if (!rows) return 'gone';
      return rows[0]?.isAdded ? rows[0].objects : 'full';
    },
    async drop(ownerId, id) {
      // A message that takes the file at this moment has locked it: who comes second finds it taken, or released.
      const rows = await underLockOf<{ object: string | null }>(
        prisma,
        ownerId,
        Prisma.sql`
          WITH gone AS (
            DELETE FROM uploads
            WHERE id = ${id}::uuid AND owner_id = ${ownerId}::uuid AND expires_at > now()
            RETURNING id, attachment_id
          ), discarded AS (
            UPDATE attachments AS file SET ${releasing} FROM gone
            WHERE file.id = gone.attachment_id AND ${isUnsentOf(ownerId)}
          )
          ${objectsOfGone}`,
      );
      return rows?.length ? rows.flatMap(({ object }) => object ?? []) : null;
    },
    async dropExpired(most) {
      const rows = await withRetry(() =>
        run<{ object: string | null }>(Prisma.sql`
          WITH gone AS (
            DELETE FROM uploads WHERE id IN (
              SELECT id FROM uploads WHERE owner_id IS NULL OR expires_at <= now()
              LIMIT ${most}::int FOR UPDATE SKIP LOCKED
            ) RETURNING id
          )
          ${objectsOfGone}`),
      );
      const objects = rows.flatMap(({ object }) => object ?? []);
      return { objects, isFull: rows.length >= most };
    },
  };
}
