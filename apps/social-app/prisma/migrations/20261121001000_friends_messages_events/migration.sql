-- CreateTable
CREATE TABLE "relations" (
    "lo_id" UUID NOT NULL,
    "hi_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "requester_id" UUID,
    "lo_blocks" BOOLEAN NOT NULL DEFAULT false,
    "hi_blocks" BOOLEAN NOT NULL DEFAULT false,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "relations_pkey" PRIMARY KEY ("lo_id","hi_id")
);

-- CreateTable
CREATE TABLE "chats" (
    "id" TEXT NOT NULL,
    "lo_id" UUID NOT NULL,
    "hi_id" UUID NOT NULL,
    "last_seq" INTEGER NOT NULL,
    "lo_read" INTEGER NOT NULL DEFAULT 0,
    "hi_read" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "chats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "chat_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "sender_id" UUID NOT NULL,
    "client_id" TEXT,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("chat_id","seq")
);

-- CreateTable
CREATE TABLE "event_heads" (
    "user_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,

    CONSTRAINT "event_heads_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "events" (
    "user_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "person_id" UUID,
    "chat_id" TEXT,
    "chat_seq" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "events_pkey" PRIMARY KEY ("user_id","seq")
);

-- CreateIndex
CREATE INDEX "relations_hi_id_idx" ON "relations"("hi_id");

-- CreateIndex
CREATE INDEX "chats_lo_id_idx" ON "chats"("lo_id");

-- CreateIndex
CREATE INDEX "chats_hi_id_idx" ON "chats"("hi_id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_id_key" ON "messages"("id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_sender_id_client_id_key" ON "messages"("sender_id", "client_id");

-- CreateIndex
CREATE INDEX "events_at_idx" ON "events"("at");

-- AddForeignKey
ALTER TABLE "relations" ADD CONSTRAINT "relations_lo_id_fkey" FOREIGN KEY ("lo_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "relations" ADD CONSTRAINT "relations_hi_id_fkey" FOREIGN KEY ("hi_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chats" ADD CONSTRAINT "chats_lo_id_fkey" FOREIGN KEY ("lo_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chats" ADD CONSTRAINT "chats_hi_id_fkey" FOREIGN KEY ("hi_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chats"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_heads" ADD CONSTRAINT "event_heads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "event_heads"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema cannot say
ALTER TABLE "relations"
    ADD CONSTRAINT "relations_pair_check" CHECK ("lo_id" < "hi_id"),
    ADD CONSTRAINT "relations_state_check" CHECK ("state" IN ('pending', 'friends', 'blocked')),
    ADD CONSTRAINT "relations_requester_check" CHECK (
        CASE WHEN "state" = 'blocked' THEN "requester_id" IS NULL
             ELSE "requester_id" IN ("lo_id", "hi_id") AND "requester_id" IS NOT NULL END
    ),
    ADD CONSTRAINT "relations_blocks_check" CHECK (("state" = 'blocked') = ("lo_blocks" OR "hi_blocks"));

ALTER TABLE "chats"
    ADD CONSTRAINT "chats_pair_check" CHECK ("lo_id" < "hi_id"),
    ADD CONSTRAINT "chats_id_check" CHECK ("id" = "lo_id"::text || '--' || "hi_id"::text),
    ADD CONSTRAINT "chats_read_check" CHECK ("lo_read" <= "last_seq" AND "hi_read" <= "last_seq");
