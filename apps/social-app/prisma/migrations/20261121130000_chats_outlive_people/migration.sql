-- DropForeignKey
ALTER TABLE "chats" DROP CONSTRAINT "chats_hi_id_fkey";

-- DropForeignKey
ALTER TABLE "chats" DROP CONSTRAINT "chats_lo_id_fkey";

-- DropForeignKey
ALTER TABLE "messages" DROP CONSTRAINT "messages_sender_id_fkey";
