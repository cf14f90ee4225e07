-- Webhooks: who is told of changes, and how far each has come in the log of events (ADR 0059).
-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "url" VARCHAR(2000) NOT NULL,
    "types" TEXT[],
    "secrets" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "after_epoch" INTEGER,
    "after_xid" BIGINT,
    "after_seq" BIGINT,
    "after_mark" VARCHAR(8),
    "generation" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claim" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "off_at" TIMESTAMPTZ(3),
    "off_reason" VARCHAR(32),

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "webhook_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "type" VARCHAR(32) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" VARCHAR(16) NOT NULL,
    "reason" VARCHAR(32) NOT NULL,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhooks_due_at_idx" ON "webhooks"("due_at");

-- CreateIndex
CREATE INDEX "webhook_attempts_webhook_id_at_id_idx" ON "webhook_attempts"("webhook_id", "at", "id");

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
