-- By which a beginning is known again whose reply was lost (ADR 0082). The release before begins without one.
ALTER TABLE "uploads" ADD COLUMN "idempotency_key" TEXT;
