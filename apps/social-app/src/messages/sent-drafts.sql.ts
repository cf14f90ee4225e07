import { Prisma } from '../generated/prisma/client.js';

/** What `trim` of JavaScript takes away, so that a text as it was typed can be compared with the one that was sent. */
export const writtenCharacters = Prisma.raw(
  String.raw`E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'`,
);

/**
 * A CTE with the drafts that have become messages of the statement (ADR 0088): those that were to have its name, or have its text.
 * One that is stored at the same moment is not seen by it; nothing shows that one either.
 */
export const sentDrafts = Prisma.sql`
    sent_draft AS (
      DELETE FROM chat_drafts AS kept USING fresh
      WHERE kept.user_id = fresh.sender_id
        AND kept.partner_id = CASE fresh.sender_id WHEN fresh.lo_id THEN fresh.hi_id ELSE fresh.lo_id END
        AND fresh.id IN (SELECT id FROM change)
        AND (kept.client_id = fresh.client_id
          OR btrim(kept.text, ${writtenCharacters}) = btrim(fresh.content, ${writtenCharacters}))
      RETURNING kept.user_id, kept.partner_id, fresh.chat_id, fresh.position
    )`;

/** An event of each for the sender's devices, behind that of the message at `2 * position`. */
export const sentDraftEntries = Prisma.sql`
      SELECT user_id, 2 * position + 1, 'draft', partner_id, chat_id, NULL FROM sent_draft`;
