-- What SCIM keeps of users beside the register (ADR 0062). The release before does not know the table, and changes and removes
-- users as ever: triggers do what follows for it as well.
-- CreateTable
CREATE TABLE "scim_users" (
    "user_id" UUID NOT NULL,
    "external_id" VARCHAR(255) COLLATE "C",
    "active" BOOLEAN NOT NULL DEFAULT true,
    "full_name" VARCHAR(200) NOT NULL,
    "display_name" VARCHAR(200),
    "formatted" VARCHAR(200),
    "given_name" VARCHAR(200),
    "family_name" VARCHAR(200),
    "work_email" VARCHAR(254) COLLATE "C",
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scim_users_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "scim_users_external_id_idx" ON "scim_users"("external_id");

-- CreateIndex
CREATE INDEX "scim_users_work_email_idx" ON "scim_users"("work_email");

-- AddForeignKey: checked at the end of the transaction, because a user with another e-mail is removed and stored anew.
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
    ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED;

-- With the user goes what was kept, but for one who moves to another e-mail.
CREATE FUNCTION "forget_scim_users"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF current_setting('user_service.moving', true) IS DISTINCT FROM 'on' THEN
        DELETE FROM "scim_users" WHERE "user_id" IN (SELECT "id" FROM "replaced");
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "users_forget_scim_users" AFTER DELETE ON "users"
    REFERENCING OLD TABLE AS "replaced" FOR EACH STATEMENT EXECUTE FUNCTION "forget_scim_users"();

-- Who is deactivated, or active again, has changed: readers of the log are told, though the documented data stay the same.
-- The order is kept as by "log_updates" (ADR 0057).
CREATE FUNCTION "log_activations"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    "epoch_now" integer := coalesce((SELECT "value"::int FROM "settings" WHERE "name" = 'events_epoch'), 0);
BEGIN
    IF EXISTS (
        SELECT FROM "user_events" AS "event" WHERE "event"."user_id" = NEW."user_id" AND "event"."epoch" = "epoch_now"
            AND "event"."xid" > pg_current_xact_id()::text::bigint
    ) THEN
        RAISE EXCEPTION 'a younger transaction has changed the user before' USING ERRCODE = 'serialization_failure';
    END IF;
    INSERT INTO "user_events" ("epoch", "xid", "id", "type", "user_id", "at", "data")
    SELECT "epoch_now",
        pg_current_xact_id()::text::bigint, gen_random_uuid(), 'user.updated', "id", clock_timestamp(),
        json_build_object('ID', "id", 'FullName', "full_name", 'Email', "email", 'Phone', "phone",
            'ContactAddress', "contact_address")
    FROM "users" WHERE "id" = NEW."user_id";
    RETURN NULL;
END
$$;

-- Not of an insert: who is registered inactive has the event of the registration.
CREATE TRIGGER "scim_users_log_activations" AFTER UPDATE OF "active" ON "scim_users" FOR EACH ROW
    WHEN (NEW."active" <> OLD."active") EXECUTE FUNCTION "log_activations"();
