-- Requests that their maker took back count like denials, so that asking again and again is quiet, too.
ALTER TABLE denials ADD COLUMN withdrawn integer NOT NULL DEFAULT 0;
