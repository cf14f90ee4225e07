-- Keys that are made while the service runs (ADR 0058); the secret itself is stored nowhere.
-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "hash" VARCHAR(64) NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");
