-- How often requests of an account that was erased were denied or taken back of late (ADR 0035): a keyed digest and numbers.
CREATE TABLE "erased_denials" (
    "digest" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "withdrawn" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erased_denials_pkey" PRIMARY KEY ("digest")
);
CREATE INDEX "erased_denials_expires_at_idx" ON "erased_denials"("expires_at");
