-- Proof of e-mail (ADR 0060): what is proven, mails that are due, links that were sent, and who asked for another mail.
-- AlterTable
ALTER TABLE "users" ADD COLUMN "email_verified_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "verification_mails" (
    "user_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "language" VARCHAR(2) NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asked" INTEGER NOT NULL DEFAULT 1,
    "counted_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "claim" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "verification_mails_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "verification_links" (
    "hash" CHAR(64) NOT NULL,
    "user_id" UUID NOT NULL,
    "email" VARCHAR(254) COLLATE "C" NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_links_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "verification_requests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" VARCHAR(254) COLLATE "C" NOT NULL,
    "language" VARCHAR(2) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "verification_mails_due_at_idx" ON "verification_mails"("due_at");

-- CreateIndex
CREATE INDEX "verification_links_user_id_idx" ON "verification_links"("user_id");

-- CreateIndex
CREATE INDEX "verification_links_ends_at_idx" ON "verification_links"("ends_at");

-- CreateIndex
CREATE INDEX "verification_requests_at_idx" ON "verification_requests"("at");

-- AddForeignKey
ALTER TABLE "verification_mails" ADD CONSTRAINT "verification_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "verification_links" ADD CONSTRAINT "verification_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- A proof is of one address. The service stores a user with another address anew, without a proof; this is for the SQL of
-- operators.
CREATE FUNCTION "end_email_proof"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."email_verified_at" := NULL;
    RETURN NEW;
END
$$;

CREATE TRIGGER "users_end_email_proof" BEFORE UPDATE OF "email" ON "users" FOR EACH ROW
    WHEN (OLD."email" IS DISTINCT FROM NEW."email") EXECUTE FUNCTION "end_email_proof"();

-- As before, and an event for a proof, after that of other changes of the same statement.
CREATE OR REPLACE FUNCTION "log_updates"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    "epoch_now" integer := coalesce((SELECT "value"::int FROM "settings" WHERE "name" = 'events_epoch'), 0);
BEGIN
    IF EXISTS (
        SELECT FROM "written" JOIN "replaced" USING ("id")
        JOIN "user_events" AS "event" ON "event"."user_id" = "written"."id"
        WHERE "event"."epoch" = "epoch_now" AND "event"."xid" > pg_current_xact_id()::text::bigint
            AND (("written"."full_name", "written"."email", "written"."phone", "written"."contact_address")
                IS DISTINCT FROM ("replaced"."full_name", "replaced"."email", "replaced"."phone", "replaced"."contact_address")
                OR ("written"."email_verified_at" IS NOT NULL AND "replaced"."email_verified_at" IS NULL))
    ) THEN
        RAISE EXCEPTION 'a younger transaction has changed the user before' USING ERRCODE = 'serialization_failure';
    END IF;
    INSERT INTO "user_events" ("epoch", "xid", "id", "type", "user_id", "at", "data")
    SELECT "epoch_now",
        pg_current_xact_id()::text::bigint, gen_random_uuid(), 'user.updated', "id", clock_timestamp(),
        json_build_object('ID', "id", 'FullName', "written"."full_name", 'Email', "written"."email",
            'Phone', "written"."phone", 'ContactAddress', "written"."contact_address")
    FROM "written" JOIN "replaced" USING ("id")
    WHERE ("written"."full_name", "written"."email", "written"."phone", "written"."contact_address")
        IS DISTINCT FROM ("replaced"."full_name", "replaced"."email", "replaced"."phone", "replaced"."contact_address");
    INSERT INTO "user_events" ("epoch", "xid", "id", "type", "user_id", "at", "data")
    SELECT "epoch_now",
        pg_current_xact_id()::text::bigint, gen_random_uuid(), 'user.verified', "id", clock_timestamp(),
        json_build_object('ID', "id", 'FullName', "written"."full_name", 'Email', "written"."email",
            'Phone', "written"."phone", 'ContactAddress', "written"."contact_address")
    FROM "written" JOIN "replaced" USING ("id")
    WHERE "written"."email_verified_at" IS NOT NULL AND "replaced"."email_verified_at" IS NULL;
    RETURN NULL;
END
$$;
