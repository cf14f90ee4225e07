-- The messages that two people have pinned in their chat (ADR 0077): in the row of the chat, so that one conditional update
-- decides about duplicates and the limit.
ALTER TABLE "chats" ADD COLUMN "pins" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];

-- What Prisma's schema cannot say: a message that is deleted for both is pinned no more, whichever release deletes it. The chat
-- is locked by then.
CREATE OR REPLACE FUNCTION "note_changed_message"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        IF NEW.deleted_at IS NOT NULL THEN
            UPDATE chats SET pins = array_remove(pins, NEW.seq)
            WHERE id = NEW.chat_id AND NEW.seq = ANY (pins);
        END IF;
        PERFORM refresh_chat_entry(chat, of_lo)
        FROM chats AS chat CROSS JOIN (VALUES (true), (false)) AS side (of_lo)
        WHERE chat.id = NEW.chat_id;
        RETURN NULL;
    END
    $$;
