-- migrate: without transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "relations_lo_id_state_changed_at_hi_id_idx" ON "relations"("lo_id", "state", "changed_at", "hi_id");
