-- What changed messages mean for the lists of the two is noted once for each chat that a statement changes (ADR 0078): for each row,
-- each time by counting anew, a hundred messages that end cost as much as a hundred times what is unread.
-- What Prisma's schema cannot say.

-- A row that stays as it was in what the lists show changes nothing: edits and reactions end with the first of the two loops. Whoever changes
-- other rows has locked their chats by then, row by row.
CREATE FUNCTION "note_changed_messages"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    DECLARE
        change RECORD;
    BEGIN
        FOR change IN
            SELECT chat.id, chat.lo_id, chat.hi_id, max(held.seq) AS newest,
                array_agg(held.seq) FILTER (WHERE held.deleted_at IS NOT NULL) AS deleted,
                sum((held.deleted_at IS NULL AND NOT held.lo_hidden)::int - (former.deleted_at IS NULL AND NOT former.lo_hidden)::int)
                    FILTER (WHERE held.sender_id = chat.hi_id AND held.seq > chat.lo_read) AS unread_of_lo,
                sum((held.deleted_at IS NULL AND NOT held.hi_hidden)::int - (former.deleted_at IS NULL AND NOT former.hi_hidden)::int)
                    FILTER (WHERE held.sender_id = chat.lo_id AND held.seq > chat.hi_read) AS unread_of_hi
            FROM former_messages AS former
            JOIN changed_messages AS held USING (chat_id, seq)
            JOIN chats AS chat ON chat.id = chat_id
            WHERE (former.deleted_at, former.lo_hidden, former.hi_hidden, former.created_at)
                IS DISTINCT FROM (held.deleted_at, held.lo_hidden, held.hi_hidden, held.created_at)
            GROUP BY chat.id
        LOOP
            UPDATE chats SET pins = ARRAY(
                SELECT pin FROM unnest(pins) WITH ORDINALITY AS each (pin, place)
                WHERE pin <> ALL (change.deleted) ORDER BY place
            )
            WHERE id = change.id AND pins && change.deleted;
            -- Above what somebody sees last, nothing was to be seen before.
            UPDATE chat_entries SET unread = unread + COALESCE(change.unread_of_lo, 0), (last_seq, last_at) = (
                SELECT seq, created_at FROM messages
                WHERE chat_id = change.id AND seq <= GREATEST(chat_entries.last_seq, change.newest) AND NOT lo_hidden
                ORDER BY seq DESC LIMIT 1
            )
            WHERE user_id = change.lo_id AND partner_id = change.hi_id;
            UPDATE chat_entries SET unread = unread + COALESCE(change.unread_of_hi, 0), (last_seq, last_at) = (
                SELECT seq, created_at FROM messages
                WHERE chat_id = change.id AND seq <= GREATEST(chat_entries.last_seq, change.newest) AND NOT hi_hidden
                ORDER BY seq DESC LIMIT 1
            )
            WHERE user_id = change.hi_id AND partner_id = change.lo_id;
        END LOOP;
        RETURN NULL;
    END
    $$;

CREATE OR REPLACE TRIGGER "messages_changed" AFTER UPDATE ON "messages"
    REFERENCING OLD TABLE AS "former_messages" NEW TABLE AS "changed_messages"
    FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_messages"();

DROP FUNCTION "note_changed_message"();
