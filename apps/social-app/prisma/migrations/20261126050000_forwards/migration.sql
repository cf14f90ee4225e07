-- A message that is a copy of another one (ADR 0079). The release before stores none, and shows one as any message.
ALTER TABLE "messages" ADD COLUMN "forwarded" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma's schema cannot say: a copy has the words of the message that was forwarded. The release before would edit it; from
-- then on it is a message of its sender like any other. A deletion leaves no words.
CREATE FUNCTION "note_changed_copy"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        NEW.forwarded := false;
        RETURN NEW;
    END
    $$;

CREATE TRIGGER "messages_changed_copies" BEFORE UPDATE OF "text" ON "messages"
    FOR EACH ROW WHEN (OLD."forwarded" AND NEW."text" NOT IN (OLD."text", '')) EXECUTE FUNCTION "note_changed_copy"();
