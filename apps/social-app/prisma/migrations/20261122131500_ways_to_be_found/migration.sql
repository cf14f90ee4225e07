-- Ways to be found beside a confirmed e-mail address (ADR 0037). New tables alone: the release before knows none of them.

-- CreateTable
CREATE TABLE "user_handles" (
    "user_id" UUID NOT NULL,
    "handle" TEXT,
    "changed_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_handles_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "former_handles" (
    "digest" BYTEA NOT NULL,
    "user_id" UUID,
    "free_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_handles_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_digest" BYTEA NOT NULL,
    "max_uses" INTEGER NOT NULL,
    "uses_left" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_handles_handle_key" ON "user_handles"("handle");

-- CreateIndex
CREATE INDEX "former_handles_user_id_idx" ON "former_handles"("user_id");

-- CreateIndex
CREATE INDEX "former_handles_free_at_idx" ON "former_handles"("free_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_digest_key" ON "invitations"("token_digest");

-- CreateIndex
CREATE INDEX "invitations_user_id_idx" ON "invitations"("user_id");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- AddForeignKey
ALTER TABLE "user_handles" ADD CONSTRAINT "user_handles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_handles" ADD CONSTRAINT "former_handles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
