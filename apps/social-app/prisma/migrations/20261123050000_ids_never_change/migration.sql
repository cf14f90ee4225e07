-- Ids never change, and an engine that spreads rows over machines refuses a cascade on update (ADR 0052). Only the catalogue is
-- written here, so the locks are short; the rows are looked at by the next migration, beside everything else.
LOCK TABLE
    "users", "sessions", "push_subscriptions", "event_heads", "chats", "accounts", "chat_entries", "chat_mutes",
    "denials", "events", "former_friends", "former_handles", "invitations", "messages", "pictures", "push_deliveries",
    "relations", "reports", "user_handles", "user_settings"
    IN ACCESS EXCLUSIVE MODE;

ALTER TABLE "accounts" DROP CONSTRAINT "accounts_user_id_fkey";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "chat_entries" DROP CONSTRAINT "chat_entries_user_id_fkey";
ALTER TABLE "chat_entries" ADD CONSTRAINT "chat_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "chat_mutes" DROP CONSTRAINT "chat_mutes_user_id_fkey";
ALTER TABLE "chat_mutes" ADD CONSTRAINT "chat_mutes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "denials" DROP CONSTRAINT "denials_requester_id_fkey";
ALTER TABLE "denials" ADD CONSTRAINT "denials_requester_id_fkey" FOREIGN KEY ("requester_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "denials" DROP CONSTRAINT "denials_target_id_fkey";
ALTER TABLE "denials" ADD CONSTRAINT "denials_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "event_heads" DROP CONSTRAINT "event_heads_user_id_fkey";
ALTER TABLE "event_heads" ADD CONSTRAINT "event_heads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "events" DROP CONSTRAINT "events_user_id_fkey";
ALTER TABLE "events" ADD CONSTRAINT "events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "event_heads"("user_id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "former_friends" DROP CONSTRAINT "former_friends_person_id_fkey";
ALTER TABLE "former_friends" ADD CONSTRAINT "former_friends_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "former_friends" DROP CONSTRAINT "former_friends_viewer_id_fkey";
ALTER TABLE "former_friends" ADD CONSTRAINT "former_friends_viewer_id_fkey" FOREIGN KEY ("viewer_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "former_handles" DROP CONSTRAINT "former_handles_user_id_fkey";
ALTER TABLE "former_handles" ADD CONSTRAINT "former_handles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "invitations" DROP CONSTRAINT "invitations_user_id_fkey";
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "messages" DROP CONSTRAINT "messages_chat_id_fkey";
ALTER TABLE "messages" ADD CONSTRAINT "messages_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chats"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "pictures" DROP CONSTRAINT "pictures_user_id_fkey";
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "push_deliveries" DROP CONSTRAINT "push_deliveries_session_id_fkey";
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "push_subscriptions"("session_id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "push_subscriptions" DROP CONSTRAINT "push_subscriptions_session_id_fkey";
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "push_subscriptions" DROP CONSTRAINT "push_subscriptions_user_id_fkey";
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "relations" DROP CONSTRAINT "relations_hi_id_fkey";
ALTER TABLE "relations" ADD CONSTRAINT "relations_hi_id_fkey" FOREIGN KEY ("hi_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "relations" DROP CONSTRAINT "relations_lo_id_fkey";
ALTER TABLE "relations" ADD CONSTRAINT "relations_lo_id_fkey" FOREIGN KEY ("lo_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "reports" DROP CONSTRAINT "reports_reporter_id_fkey";
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "sessions" DROP CONSTRAINT "sessions_user_id_fkey";
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "user_handles" DROP CONSTRAINT "user_handles_user_id_fkey";
ALTER TABLE "user_handles" ADD CONSTRAINT "user_handles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "user_settings" DROP CONSTRAINT "user_settings_user_id_fkey";
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;
