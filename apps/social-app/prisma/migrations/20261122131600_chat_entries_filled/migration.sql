-- migrate: without transaction, in portions
SELECT position FROM fill_chat_entries(current_setting('migrate.position', true)) AS position
WHERE position IS NOT NULL;
