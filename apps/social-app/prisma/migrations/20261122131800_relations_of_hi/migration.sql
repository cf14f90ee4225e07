-- migrate: without transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "relations_hi_id_state_changed_at_lo_id_idx" ON "relations"("hi_id", "state", "changed_at", "lo_id");
