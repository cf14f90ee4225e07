-- migrate: without transaction
-- Small flushes of what waits to be indexed, so that no sender pays for many others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_people_words_idx" ON "messages"
    USING gin ("message_people_words"("chat_id", "created_at", "text")) WITH (gin_pending_list_limit = 256);
