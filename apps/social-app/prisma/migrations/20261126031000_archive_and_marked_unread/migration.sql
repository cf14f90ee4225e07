-- What somebody puts away of their chats, or marks as unread (ADR 0078): beside what else the list shows of a chat to one of the two.
ALTER TABLE "chat_entries" ADD COLUMN "archived" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "marked_unread" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma's schema cannot say: a message takes a chat out of the archive of whoever has not muted it, and reading ends that it
-- is marked as unread, whichever release sends and reads. The chat is locked by then.
CREATE OR REPLACE FUNCTION "note_new_message"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    DECLARE
        lo UUID := left(NEW.chat_id, 36);
        hi UUID := right(NEW.chat_id, 36);
    BEGIN
        UPDATE chat_entries AS entry
        SET last_seq = GREATEST(last_seq, NEW.seq),
            last_at = CASE WHEN last_seq > NEW.seq THEN last_at ELSE NEW.created_at END,
            unread = unread + (partner_id = NEW.sender_id)::int,
            archived = archived AND EXISTS (
                SELECT 1 FROM chat_mutes AS mute
                WHERE mute.user_id = entry.user_id AND mute.partner_id = entry.partner_id AND mute.until > now()
            )
        WHERE user_id = lo AND partner_id = hi OR user_id = hi AND partner_id = lo;
        RETURN NULL;
    END
    $$;

CREATE OR REPLACE FUNCTION "note_read_mark"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        IF OLD.lo_read <> NEW.lo_read THEN
            PERFORM refresh_chat_entry(NEW, true);
            UPDATE chat_entries SET marked_unread = false
            WHERE user_id = NEW.lo_id AND partner_id = NEW.hi_id AND marked_unread;
        END IF;
        IF OLD.hi_read <> NEW.hi_read THEN
            PERFORM refresh_chat_entry(NEW, false);
            UPDATE chat_entries SET marked_unread = false
            WHERE user_id = NEW.hi_id AND partner_id = NEW.lo_id AND marked_unread;
        END IF;
        RETURN NULL;
    END
    $$;
