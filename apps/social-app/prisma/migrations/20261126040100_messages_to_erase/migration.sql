-- migrate: without transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_to_erase_idx" ON "messages" ("expires_at")
    WHERE "expires_at" IS NOT NULL AND NOT ("lo_hidden" AND "hi_hidden" AND "deleted_at" IS NOT NULL);
