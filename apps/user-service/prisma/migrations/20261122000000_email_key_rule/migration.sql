-- PostgreSQL writes the whole row that a check constraint refuses into its log. Of what a trigger refuses it writes only
-- what the trigger says.
LOCK TABLE "users" IN ACCESS EXCLUSIVE MODE;

CREATE FUNCTION "refuse_email_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'this database keeps e-mails unique by another rule' USING ERRCODE = 'check_violation';
END
$$;

-- The rule of the constraint it replaces. A change of the rule replaces the trigger.
DO $$
DECLARE
    mode TEXT := (SELECT "value" FROM "settings" WHERE "name" = 'email_uniqueness');
    rule TEXT := CASE mode
        WHEN 'casefold' THEN $rule$coalesce(NEW."email_key", '') LIKE 'f:%'$rule$
        WHEN 'canonical' THEN $rule$coalesce(NEW."email_key", '') LIKE 'c:%'$rule$
        ELSE $rule$NEW."email_key" IS NULL$rule$
    END;
BEGIN
    EXECUTE 'CREATE TRIGGER "users_email_key_rule" BEFORE INSERT OR UPDATE OF "email_key" ON "users" FOR EACH ROW WHEN (NOT ('
        || rule || $rest$ OR current_setting('user_service.rekeying', true) IS NOT DISTINCT FROM 'on'))
        EXECUTE FUNCTION "refuse_email_key"()$rest$;
END
$$;

ALTER TABLE "users" DROP CONSTRAINT "users_email_key_rule";
