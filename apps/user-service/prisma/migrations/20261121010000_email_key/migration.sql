-- Byte order: what keyset pages and prefix searches need, and no upgrade of the system's locales can break the index.
ALTER TABLE "users" ALTER COLUMN "email" TYPE VARCHAR(254) COLLATE "C";

-- AlterTable
ALTER TABLE "users" ADD COLUMN "email_key" TEXT COLLATE "C";

-- CreateIndex: while e-mails are compared exactly there are no keys, and the index costs nothing.
CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key") WHERE "email_key" IS NOT NULL;

-- A key made by another rule than the database's is refused, also from a process that was started before a change of
-- the rule. Only the session that makes the change may write the new ones; it ends by replacing this constraint.
ALTER TABLE "users" ADD CONSTRAINT "users_email_key_rule"
    CHECK ("email_key" IS NULL OR current_setting('user_service.rekeying', true) IS NOT DISTINCT FROM 'on');

-- CreateTable
CREATE TABLE "settings" (
    "name" VARCHAR(64) NOT NULL,
    "value" VARCHAR(64) NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("name")
);
