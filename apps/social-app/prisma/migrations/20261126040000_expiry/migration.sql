-- Messages that end (ADR 0078): for how long those of a chat are kept that are sent from now on, and until when each is.
ALTER TABLE "chats" ADD COLUMN "expiry_seconds" INTEGER;
ALTER TABLE "messages" ADD COLUMN "expires_at" TIMESTAMPTZ(3);

-- What Prisma's schema cannot say: a message ends when its chat says, whichever release sends it. The chat is locked by then.
CREATE FUNCTION "set_message_expiry"() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT
    AS $$
    BEGIN
        NEW.expires_at := NEW.created_at + (
            SELECT make_interval(secs => expiry_seconds) FROM chats WHERE id = NEW.chat_id
        );
        RETURN NEW;
    END
    $$;

CREATE TRIGGER "messages_ending" BEFORE INSERT ON "messages"
    FOR EACH ROW WHEN (NEW."expires_at" IS NULL) EXECUTE FUNCTION "set_message_expiry"();
