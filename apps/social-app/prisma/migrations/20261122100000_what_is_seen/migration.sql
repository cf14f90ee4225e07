-- What one person sees of another is decided by what they are to each other (ADR 0035). The release before goes on beside
-- it: what it does not write is not shown.

-- AlterTable
ALTER TABLE "events" ADD COLUMN "profile" JSONB;

-- AlterTable
ALTER TABLE "relations" ADD COLUMN "asked_as" TEXT;

-- CreateTable
CREATE TABLE "former_friends" (
    "viewer_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "profile" JSONB NOT NULL,

    CONSTRAINT "former_friends_pkey" PRIMARY KEY ("viewer_id","person_id")
);

-- CreateIndex
CREATE INDEX "former_friends_person_id_idx" ON "former_friends"("person_id");

-- AddForeignKey
ALTER TABLE "former_friends" ADD CONSTRAINT "former_friends_viewer_id_fkey" FOREIGN KEY ("viewer_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_friends" ADD CONSTRAINT "former_friends_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema cannot say: erasing an account finds the events that hold its profile.
CREATE INDEX "events_profile_idx" ON "events" ("person_id") WHERE "profile" IS NOT NULL;

-- Of requests that wait, what was typed is certain only where the profile of the one who was asked has not changed since.
UPDATE "relations" SET "asked_as" = "asked"."email_key"
FROM "users" AS "asked"
WHERE "relations"."state" = 'pending'
  AND "asked"."id" = CASE WHEN "relations"."requester_id" = "relations"."lo_id" THEN "relations"."hi_id" ELSE "relations"."lo_id" END
  AND "asked"."updated_at" <= "relations"."changed_at";

-- Those who have a chat and are no friends saw each other's profiles until now, and go on seeing them as they are now.
INSERT INTO "former_friends" ("viewer_id", "person_id", "profile")
SELECT "side"."viewer_id", "person"."id", jsonb_build_object(
    'name', CASE
        WHEN normalize("person"."name", NFKC) ~ '[^[:space:]]@[^[:space:]]+[.][^[:space:]]'
            AND lower("person"."name") IS DISTINCT FROM "person"."email_key" THEN NULL
        ELSE "person"."name" END,
    'email', CASE WHEN "person"."email_key" IS NOT NULL THEN "person"."email" END,
    'image', "person"."image"
)
FROM "chats" AS "chat"
CROSS JOIN LATERAL (VALUES ("chat"."lo_id", "chat"."hi_id"), ("chat"."hi_id", "chat"."lo_id")) AS "side" ("viewer_id", "person_id")
JOIN "users" AS "person" ON "person"."id" = "side"."person_id"
JOIN "users" AS "viewer" ON "viewer"."id" = "side"."viewer_id"
WHERE NOT EXISTS (
    SELECT 1 FROM "relations" AS "relation"
    WHERE "relation"."lo_id" = "chat"."lo_id" AND "relation"."hi_id" = "chat"."hi_id" AND "relation"."state" = 'friends'
);
