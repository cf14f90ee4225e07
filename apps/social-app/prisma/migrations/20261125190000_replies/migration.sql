-- Which message of the same chat one replies to (ADR 0077): by number, as everything in a chat, and by the id that was sent, by
-- which a repeated send is recognised also when that message is gone. The release before writes messages without either.
ALTER TABLE "messages" ADD COLUMN "reply_to_id" UUID,
ADD COLUMN "reply_to_seq" INTEGER;
