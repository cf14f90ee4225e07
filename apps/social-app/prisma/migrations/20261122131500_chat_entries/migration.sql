-- What the list of chats shows is kept for each of the two people, so that a page of it reads the rows of the page (ADR 0038).
-- Triggers keep it: the release before writes messages and marks beside this one, and does not know the table.

-- CreateTable
CREATE TABLE "chat_entries" (
    "user_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "last_seq" INTEGER,
    "last_at" TIMESTAMPTZ(3),
    "unread" INTEGER NOT NULL,

    CONSTRAINT "chat_entries_pkey" PRIMARY KEY ("user_id","partner_id")
);

-- CreateIndex
CREATE INDEX "chat_entries_user_id_last_at_partner_id_idx" ON "chat_entries"("user_id", "last_at", "partner_id");

-- AddForeignKey
ALTER TABLE "chat_entries" ADD CONSTRAINT "chat_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema cannot say

-- Counts anew what one of the two sees of a chat, from its messages. Whoever calls it has locked the chat.
CREATE FUNCTION "refresh_chat_entry"("chat" "chats", "of_lo" BOOLEAN) RETURNS void
    LANGUAGE sql SET search_path FROM CURRENT
    AS $$
        INSERT INTO chat_entries (user_id, partner_id, last_seq, last_at, unread)
        SELECT side.user_id, side.partner_id, last.seq, last.created_at, (
            SELECT count(*) FROM messages
            WHERE chat_id = chat.id AND seq > side.read AND sender_id = side.partner_id
                AND deleted_at IS NULL AND NOT CASE WHEN of_lo THEN lo_hidden ELSE hi_hidden END
        )
        FROM (
            SELECT CASE WHEN of_lo THEN chat.lo_id ELSE chat.hi_id END AS user_id,
                CASE WHEN of_lo THEN chat.hi_id ELSE chat.lo_id END AS partner_id,
                CASE WHEN of_lo THEN chat.lo_read ELSE chat.hi_read END AS read
        ) AS side
        JOIN users ON users.id = side.user_id
        LEFT JOIN LATERAL (
            SELECT seq, created_at FROM messages
            WHERE chat_id = chat.id AND NOT CASE WHEN of_lo THEN lo_hidden ELSE hi_hidden END
            ORDER BY seq DESC LIMIT 1
        ) AS last ON true
        ON CONFLICT (user_id, partner_id) DO UPDATE
            SET last_seq = excluded.last_seq, last_at = excluded.last_at, unread = excluded.unread
    $$;

CREATE FUNCTION "note_new_chat"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        INSERT INTO chat_entries (user_id, partner_id, unread)
        SELECT side.user_id, side.partner_id, 0
        FROM (VALUES (NEW.lo_id, NEW.hi_id), (NEW.hi_id, NEW.lo_id)) AS side (user_id, partner_id)
        JOIN users ON users.id = side.user_id
        ON CONFLICT DO NOTHING;
        RETURN NULL;
    END
    $$;

-- Whoever adds a message has locked its chat. A chat that has not been filled yet is filled with its messages.
CREATE FUNCTION "note_new_message"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    DECLARE
        lo UUID := left(NEW.chat_id, 36);
        hi UUID := right(NEW.chat_id, 36);
    BEGIN
        UPDATE chat_entries
        SET last_seq = GREATEST(last_seq, NEW.seq),
            last_at = CASE WHEN last_seq > NEW.seq THEN last_at ELSE NEW.created_at END,
            unread = unread + (partner_id = NEW.sender_id)::int
        WHERE user_id = lo AND partner_id = hi OR user_id = hi AND partner_id = lo;
        RETURN NULL;
    END
    $$;

-- A change locks the chat before its own statement takes the counters of the event logs, as a send does.
CREATE FUNCTION "lock_chat_of_message"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        PERFORM FROM chats WHERE id = OLD.chat_id FOR NO KEY UPDATE;
        RETURN NEW;
    END
    $$;

CREATE FUNCTION "note_changed_message"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        PERFORM refresh_chat_entry(chat, of_lo)
        FROM chats AS chat CROSS JOIN (VALUES (true), (false)) AS side (of_lo)
        WHERE chat.id = NEW.chat_id;
        RETURN NULL;
    END
    $$;

CREATE FUNCTION "note_read_mark"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        IF OLD.lo_read <> NEW.lo_read THEN PERFORM refresh_chat_entry(NEW, true); END IF;
        IF OLD.hi_read <> NEW.hi_read THEN PERFORM refresh_chat_entry(NEW, false); END IF;
        RETURN NULL;
    END
    $$;

-- For chats of before, from one on: locks some hundred, then looks at their messages. Returns the last; null: there are none.
-- Without a place to begin at it fills all: other tools than `migrate` run the next file once.
CREATE FUNCTION "fill_chat_entries"("after" TEXT) RETURNS TEXT
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    DECLARE
        portion TEXT[] := ARRAY(
            SELECT id FROM chats WHERE id > coalesce("after", '')
            ORDER BY id LIMIT CASE WHEN "after" IS NOT NULL THEN 500 END FOR NO KEY UPDATE
        );
    BEGIN
        PERFORM refresh_chat_entry(chat, of_lo)
        FROM chats AS chat CROSS JOIN (VALUES (true), (false)) AS side (of_lo)
        WHERE chat.id = ANY (portion);
        RETURN portion[cardinality(portion)];
    END
    $$;

CREATE TRIGGER "chats_added" AFTER INSERT ON "chats"
    FOR EACH ROW EXECUTE FUNCTION "note_new_chat"();

CREATE TRIGGER "messages_added" AFTER INSERT ON "messages"
    FOR EACH ROW EXECUTE FUNCTION "note_new_message"();

CREATE TRIGGER "messages_changing" BEFORE UPDATE OF "deleted_at", "lo_hidden", "hi_hidden", "created_at" ON "messages"
    FOR EACH ROW EXECUTE FUNCTION "lock_chat_of_message"();

CREATE TRIGGER "messages_changed" AFTER UPDATE OF "deleted_at", "lo_hidden", "hi_hidden", "created_at" ON "messages"
    FOR EACH ROW EXECUTE FUNCTION "note_changed_message"();

CREATE TRIGGER "chats_read" AFTER UPDATE OF "lo_read", "hi_read" ON "chats"
    FOR EACH ROW EXECUTE FUNCTION "note_read_mark"();

-- Messages of two people are found by the words of either, period by period: 2^21 seconds each, the first one open. So a
-- search reads the newest periods first, and ends where its page is full, however much somebody has written.
CREATE FUNCTION "message_people_words"("chat_id" TEXT, "created_at" TIMESTAMPTZ, "text" TEXT) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 500
    AS $$
        SELECT array_to_tsvector(ARRAY(
            SELECT DISTINCT left(md5(person || period), 12) || left(word, 64)
            FROM (SELECT GREATEST(0, floor(extract(epoch FROM $2 - '2026-01-01 00:00:00+00'::timestamptz) / 2097152))::int AS period) AS at,
                unnest(ARRAY[left($1, 36), right($1, 36)]) AS person,
                unnest(tsvector_to_array(to_tsvector('simple'::regconfig, $3))) AS word
        ))
    $$;
