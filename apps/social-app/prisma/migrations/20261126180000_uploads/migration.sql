-- Files that arrive in several requests (ADR 0082). The release before knows none of it: its sweep leaves files of pieces alone,
-- and counts their room as free.
CREATE TABLE "uploads" (
    "id" UUID NOT NULL,
    "owner_id" UUID,
    "length" INTEGER NOT NULL,
    "received" INTEGER NOT NULL DEFAULT 0,
    "pieces" INTEGER NOT NULL DEFAULT 0,
    "metadata" TEXT,
    "attachment_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "upload_pieces" (
    "upload_id" UUID NOT NULL,
    "start" INTEGER NOT NULL,
    "length" INTEGER NOT NULL,
    "object" UUID NOT NULL,

    CONSTRAINT "upload_pieces_pkey" PRIMARY KEY ("upload_id", "start")
);

CREATE INDEX "uploads_owner_id_idx" ON "uploads"("owner_id");
CREATE INDEX "upload_pieces_object_idx" ON "upload_pieces"("object");

ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_fkey"
    FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION;
ALTER TABLE "upload_pieces" ADD CONSTRAINT "upload_pieces_upload_id_fkey"
    FOREIGN KEY ("upload_id") REFERENCES "uploads"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma's schema cannot say: with an account its words go at once, and the sweep removes the bytes.
CREATE FUNCTION "forget_upload"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        NEW.metadata := NULL;
        RETURN NEW;
    END
    $$;

CREATE TRIGGER "uploads_forgotten" BEFORE UPDATE OF "owner_id" ON "uploads"
    FOR EACH ROW WHEN (NEW."owner_id" IS NULL)
    EXECUTE FUNCTION "forget_upload"();
