-- What somebody has written and not sent (ADR 0088). The release before knows none of it.
CREATE TABLE "chat_drafts" (
    "user_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "reply_to_id" UUID,
    "client_id" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_drafts_pkey" PRIMARY KEY ("user_id","partner_id")
);

ALTER TABLE "chat_drafts" ADD CONSTRAINT "chat_drafts_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma's schema cannot say: where a friendship ends, whichever release ends it, nothing can be sent any more, so that nothing is
-- kept of what was to be sent. Whoever writes a draft holds the friendship.
CREATE FUNCTION "forget_drafts"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        DELETE FROM chat_drafts
        WHERE user_id = OLD.lo_id AND partner_id = OLD.hi_id OR user_id = OLD.hi_id AND partner_id = OLD.lo_id;
        RETURN NULL;
    END
    $$;

CREATE TRIGGER "relations_ended" AFTER DELETE ON "relations"
    FOR EACH ROW WHEN (OLD."state" = 'friends') EXECUTE FUNCTION "forget_drafts"();
CREATE TRIGGER "relations_changed" AFTER UPDATE OF "state" ON "relations"
    FOR EACH ROW WHEN (OLD."state" = 'friends' AND NEW."state" <> 'friends') EXECUTE FUNCTION "forget_drafts"();
