-- What is kept of a person beside their rows goes with the account, whichever release erases it (ADR 0035): the profile in the
-- events of others, and what they wrote in reports. A replica of the release before knows of neither.
CREATE FUNCTION "forget_person"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        UPDATE events SET profile = NULL WHERE person_id = OLD.id AND profile IS NOT NULL;
        UPDATE reports SET note = NULL WHERE reporter_id = OLD.id AND note IS NOT NULL;
        RETURN OLD;
    END
    $$;

CREATE TRIGGER "users_erased" BEFORE DELETE ON "users"
    FOR EACH ROW EXECUTE FUNCTION "forget_person"();

-- Of those who were erased before.
UPDATE "events" SET "profile" = NULL
WHERE "profile" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "events"."person_id");
UPDATE "reports" SET "note" = NULL WHERE "reporter_id" IS NULL AND "note" IS NOT NULL;
