-- Of one user the order of the log is that of the commits, also of transactions that got their numbers in another order: one
-- that waits for the row of a user, or changed another user first, may be older by its number than the last change of the user.
-- It fails as a serialization failure, and has a younger number when it is run again (ADR 0057).
-- Functions are replaced without a lock on the table.
CREATE OR REPLACE FUNCTION "log_updates"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    "epoch_now" integer := coalesce((SELECT "value"::int FROM "settings" WHERE "name" = 'events_epoch'), 0);
BEGIN
    IF EXISTS (
        SELECT FROM "written" JOIN "replaced" USING ("id")
        JOIN "user_events" AS "event" ON "event"."user_id" = "written"."id"
        WHERE "event"."epoch" = "epoch_now" AND "event"."xid" > pg_current_xact_id()::text::bigint
            AND ("written"."full_name", "written"."email", "written"."phone", "written"."contact_address")
            IS DISTINCT FROM ("replaced"."full_name", "replaced"."email", "replaced"."phone", "replaced"."contact_address")
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
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "log_deletions"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    "epoch_now" integer := coalesce((SELECT "value"::int FROM "settings" WHERE "name" = 'events_epoch'), 0);
BEGIN
    -- Also of a user who moves: the new row is written by the same transaction.
    IF EXISTS (
        SELECT FROM "replaced" JOIN "user_events" AS "event" ON "event"."user_id" = "replaced"."id"
        WHERE "event"."epoch" = "epoch_now" AND "event"."xid" > pg_current_xact_id()::text::bigint
    ) THEN
        RAISE EXCEPTION 'a younger transaction has changed the user before' USING ERRCODE = 'serialization_failure';
    END IF;
    IF current_setting('user_service.moving', true) = 'on' THEN
        RETURN NULL;
    END IF;
    UPDATE "user_events" SET "data" = NULL
    WHERE "user_id" IN (SELECT "id" FROM "replaced") AND "data" IS NOT NULL;
    INSERT INTO "user_events" ("epoch", "xid", "id", "type", "user_id", "at")
    SELECT "epoch_now",
        pg_current_xact_id()::text::bigint, gen_random_uuid(), 'user.deleted', "id", clock_timestamp()
    FROM "replaced";
    RETURN NULL;
END
$$;
