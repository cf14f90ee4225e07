-- Every change of a user writes its event in the same statement (ADR 0053), whichever release or tool makes the change.
-- CreateTable
CREATE TABLE "user_events" (
    "epoch" INTEGER NOT NULL,
    "xid" BIGINT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "type" VARCHAR(32) NOT NULL,
    "user_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSON,

    CONSTRAINT "user_events_pkey" PRIMARY KEY ("epoch","xid","seq")
);

-- CreateIndex
CREATE INDEX "user_events_user_id_idx" ON "user_events"("user_id");

-- The functions find the tables of this schema, whatever the path of who makes the change.
CREATE FUNCTION "log_registrations"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO "user_events" ("epoch", "xid", "id", "type", "user_id", "at", "data")
    SELECT coalesce((SELECT "value"::int FROM "settings" WHERE "name" = 'events_epoch'), 0),
        pg_current_xact_id()::text::bigint, gen_random_uuid(),
        -- A user who moves to another e-mail is stored anew.
        CASE WHEN current_setting('user_service.moving', true) = 'on' THEN 'user.updated' ELSE 'user.registered' END,
        "id", clock_timestamp(),
        json_build_object('ID', "id", 'FullName', "full_name", 'Email', "email", 'Phone', "phone",
            'ContactAddress', "contact_address")
    FROM "written";
    RETURN NULL;
END
$$;

CREATE FUNCTION "log_updates"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO "user_events" ("epoch", "xid", "id", "type", "user_id", "at", "data")
    SELECT coalesce((SELECT "value"::int FROM "settings" WHERE "name" = 'events_epoch'), 0),
        pg_current_xact_id()::text::bigint, gen_random_uuid(), 'user.updated', "id", clock_timestamp(),
        json_build_object('ID', "id", 'FullName', "written"."full_name", 'Email', "written"."email",
            'Phone', "written"."phone", 'ContactAddress', "written"."contact_address")
    FROM "written" JOIN "replaced" USING ("id")
    WHERE ("written"."full_name", "written"."email", "written"."phone", "written"."contact_address")
        IS DISTINCT FROM ("replaced"."full_name", "replaced"."email", "replaced"."phone", "replaced"."contact_address");
    RETURN NULL;
END
$$;

-- With the user the person goes from all events; that they happened stays.
CREATE FUNCTION "log_deletions"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF current_setting('user_service.moving', true) = 'on' THEN
        RETURN NULL;
    END IF;
    UPDATE "user_events" SET "data" = NULL
    WHERE "user_id" IN (SELECT "id" FROM "replaced") AND "data" IS NOT NULL;
    INSERT INTO "user_events" ("epoch", "xid", "id", "type", "user_id", "at")
    SELECT coalesce((SELECT "value"::int FROM "settings" WHERE "name" = 'events_epoch'), 0),
        pg_current_xact_id()::text::bigint, gen_random_uuid(), 'user.deleted', "id", clock_timestamp()
    FROM "replaced";
    RETURN NULL;
END
$$;

LOCK TABLE "users" IN SHARE ROW EXCLUSIVE MODE;

CREATE TRIGGER "users_log_registrations" AFTER INSERT ON "users"
    REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "log_registrations"();
CREATE TRIGGER "users_log_updates" AFTER UPDATE ON "users"
    REFERENCING NEW TABLE AS "written" OLD TABLE AS "replaced" FOR EACH STATEMENT EXECUTE FUNCTION "log_updates"();
CREATE TRIGGER "users_log_deletions" AFTER DELETE ON "users"
    REFERENCING OLD TABLE AS "replaced" FOR EACH STATEMENT EXECUTE FUNCTION "log_deletions"();
