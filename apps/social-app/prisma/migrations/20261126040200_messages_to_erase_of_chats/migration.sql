-- migrate: without transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_to_erase_of_chats_idx" ON "messages" ("chat_id", "expires_at")
    WHERE "expires_at" IS NOT NULL AND NOT ("lo_hidden" AND "hi_hidden" AND "deleted_at" IS NOT NULL);
