-- A link that is older than the end of a friendship brings nobody back (ADR 0037). Those that ended before count as of now.
ALTER TABLE "former_friends" ADD COLUMN "ended_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();
