import { Prisma } from '../generated/prisma/client.js';
import { isExpired } from '../messages/message-rows.sql.js';
import type { ShownDraft } from './drafts.js';

/** As JSON has it. */
export type DraftRow = Omit<ShownDraft, 'changedAt'> & { readonly changedAt: string };

/**
 * What the row `kept` of `chat_drafts` shows, or null: once there is the message that it was to become, it is no draft, whichever
 * release has stored that, and also where both were stored at the same moment.
 */
export const shownDraft = Prisma.sql`
  CASE WHEN NOT EXISTS (
    SELECT FROM messages WHERE sender_id = kept.user_id AND client_id = kept.client_id
  ) THEN jsonb_build_object(
    'text', kept.text, 'clientId', kept.client_id, 'changedAt', kept.changed_at,
    'replyTo', (
      SELECT jsonb_build_object('id', id, 'seq', seq, 'senderId', sender_id) FROM messages
      WHERE id = kept.reply_to_id AND deleted_at IS NULL AND NOT ${isExpired()}
        AND chat_id = LEAST(kept.user_id, kept.partner_id) || '--' || GREATEST(kept.user_id, kept.partner_id)
        AND NOT CASE WHEN kept.user_id < kept.partner_id THEN lo_hidden ELSE hi_hidden END
    )
  ) END`;

export function toShownDraft({ changedAt, ...draft }: DraftRow): ShownDraft {
  return { ...draft, changedAt: new Date(changedAt) };
}
