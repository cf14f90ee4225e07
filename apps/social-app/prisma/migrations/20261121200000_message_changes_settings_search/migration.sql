-- AlterTable
ALTER TABLE "chats" ADD COLUMN "lo_shown" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "hi_shown" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN "edited_at" TIMESTAMPTZ(3),
ADD COLUMN "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN "sent_digest" BYTEA,
ADD COLUMN "lo_hidden" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "hi_hidden" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "lo_reactions" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "hi_reactions" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "user_settings" (
    "user_id" UUID NOT NULL,
    "read_receipts" BOOLEAN NOT NULL,
    "typing" BOOLEAN NOT NULL,
    "presence" BOOLEAN NOT NULL,

    CONSTRAINT "user_settings_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What was read so far was told.
UPDATE "chats" SET "lo_shown" = "lo_read", "hi_shown" = "hi_read";

-- What Prisma's schema cannot say
ALTER TABLE "chats"
    ADD CONSTRAINT "chats_shown_check" CHECK ("lo_shown" <= "lo_read" AND "hi_shown" <= "hi_read");

ALTER TABLE "messages"
    ADD CONSTRAINT "messages_deleted_check" CHECK ("deleted_at" IS NULL OR "text" = '');

-- The words of a message, each under the key of its chat: a search walks only the words of the chats it asks about,
-- whatever else is stored. A lexeme may not be long; the query cuts it at the same length.
CREATE FUNCTION "message_words"("chat_id" TEXT, "text" TEXT) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 500
    AS $$
        SELECT array_to_tsvector(ARRAY(
            SELECT DISTINCT left(md5($1), 12) || left(word, 64)
            FROM unnest(tsvector_to_array(to_tsvector('simple'::regconfig, $2))) AS word
        ))
    $$;

-- Small flushes of what waits to be indexed, so that no sender pays for many others.
CREATE INDEX "messages_words_idx" ON "messages" USING gin ("message_words"("chat_id", "text"))
    WITH (gin_pending_list_limit = 256);
