-- Files in messages (ADR 0081). The release before sends messages without any, and shows the words of those that have some.
ALTER TABLE "messages" ADD COLUMN "attachment_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];

CREATE TABLE "attachments" (
    "id" UUID NOT NULL,
    "owner_id" UUID,
    "object" UUID NOT NULL,
    "chat_id" TEXT,
    "seq" INTEGER,
    "kind" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT,
    "alt" TEXT,
    "size" INTEGER NOT NULL,
    "stored" INTEGER NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "duration" DOUBLE PRECISION,
    "preview" TEXT,
    "sizes" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "released_at" TIMESTAMPTZ(3),
    "reported_at" TIMESTAMPTZ(3),

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "attachments_owner_id_idx" ON "attachments"("owner_id");
CREATE INDEX "attachments_chat_id_seq_idx" ON "attachments"("chat_id", "seq");
CREATE INDEX "attachments_object_idx" ON "attachments"("object");

ALTER TABLE "attachments" ADD CONSTRAINT "attachments_owner_id_fkey"
    FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION;
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_chat_id_seq_fkey"
    FOREIGN KEY ("chat_id", "seq") REFERENCES "messages"("chat_id", "seq") ON DELETE SET NULL ON UPDATE NO ACTION;

-- What Prisma's schema cannot say: a file goes with its message, whichever release deletes that, or erases it because its time is
-- over, and also once both have deleted it for themselves.
CREATE FUNCTION "release_attachments"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        UPDATE attachments SET chat_id = NULL, seq = NULL WHERE chat_id = NEW.chat_id AND seq = NEW.seq;
        RETURN NULL;
    END
    $$;

CREATE TRIGGER "messages_without_attachments" AFTER UPDATE OF "deleted_at", "lo_hidden", "hi_hidden" ON "messages"
    FOR EACH ROW
    WHEN (cardinality(NEW."attachment_ids") > 0 AND (NEW."deleted_at" IS NOT NULL OR NEW."lo_hidden" AND NEW."hi_hidden"))
    EXECUTE FUNCTION "release_attachments"();

-- What belongs to no message any more, or to nobody before it was sent, has no words from then on.
CREATE FUNCTION "note_released_attachment"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        NEW.released_at := clock_timestamp();
        NEW.name := NULL;
        NEW.alt := NULL;
        NEW.preview := NULL;
        RETURN NEW;
    END
    $$;

CREATE TRIGGER "attachments_released" BEFORE UPDATE OF "chat_id", "owner_id" ON "attachments"
    FOR EACH ROW
    WHEN (NEW."chat_id" IS NULL AND (OLD."chat_id" IS NOT NULL OR OLD."owner_id" IS NOT NULL AND NEW."owner_id" IS NULL))
    EXECUTE FUNCTION "note_released_attachment"();

-- Who has erased the account is nobody's friend again, so nobody can fetch a file of their chats, whoever sent it.
CREATE OR REPLACE FUNCTION "forget_person"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        UPDATE events SET profile = NULL WHERE person_id = OLD.id AND profile IS NOT NULL;
        UPDATE reports SET note = NULL WHERE reporter_id = OLD.id AND note IS NOT NULL;
        UPDATE attachments SET chat_id = NULL, seq = NULL
        WHERE chat_id IN (SELECT id FROM chats WHERE lo_id = OLD.id OR hi_id = OLD.id);
        RETURN OLD;
    END
    $$;
