-- CreateTable
CREATE TABLE "denials" (
    "requester_id" UUID NOT NULL,
    "target_id" UUID NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "denials_pkey" PRIMARY KEY ("requester_id","target_id")
);

-- CreateIndex
CREATE INDEX "denials_target_id_idx" ON "denials"("target_id");

-- CreateIndex
CREATE INDEX "relations_requester_id_idx" ON "relations"("requester_id");

-- AddForeignKey
ALTER TABLE "denials" ADD CONSTRAINT "denials_requester_id_fkey" FOREIGN KEY ("requester_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "denials" ADD CONSTRAINT "denials_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
