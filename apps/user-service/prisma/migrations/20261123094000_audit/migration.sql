-- Who changed what, and who was refused (ADR 0058). Rows are inserted and read; only the owner of the table removes them.
-- CreateTable
CREATE TABLE "audit" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" VARCHAR(32) NOT NULL,
    "key" VARCHAR(36),
    "subject" UUID,
    "request_id" VARCHAR(64),
    "count" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_at_id_idx" ON "audit"("at", "id");

-- CreateIndex
CREATE INDEX "audit_action_at_id_idx" ON "audit"("action", "at", "id");

-- CreateIndex
CREATE INDEX "audit_key_at_id_idx" ON "audit"("key", "at", "id");
