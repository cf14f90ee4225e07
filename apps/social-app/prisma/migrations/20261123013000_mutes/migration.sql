-- CreateTable
CREATE TABLE "chat_mutes" (
    "user_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_mutes_pkey" PRIMARY KEY ("user_id","partner_id")
);

-- AddForeignKey
ALTER TABLE "chat_mutes" ADD CONSTRAINT "chat_mutes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
