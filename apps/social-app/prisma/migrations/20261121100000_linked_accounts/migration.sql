-- AlterTable
ALTER TABLE "accounts" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN "email" TEXT,
ADD COLUMN "email_key" TEXT;

-- AlterTable
ALTER TABLE "auth_flows" ADD COLUMN "link_user_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "accounts_id_key" ON "accounts"("id");


-- Until now every user had one account, and its address.
UPDATE "accounts" SET "email" = "users"."email", "email_key" = "users"."email_key"
FROM "users" WHERE "users"."id" = "accounts"."user_id";
