import { unspreadStatements, unspreadTables } from '@triptych/postgres/testing';
import { migrationsDir } from './testing/test-app.js';

const pair = ['lo_id', 'hi_id'];
/** The layout of ADR 0052. A chat id is made of the ids of the two. */
const columns = {
  chats: ['id'],
  messages: ['chat_id'],
  relations: pair,
  denials: ['requester_id', 'target_id'],
  former_friends: ['viewer_id', 'person_id'],
  ...ofUser(
    'event_heads',
    'events',
    'chat_entries',
    'chat_mutes',
    'chat_drafts',
    'user_settings',
    'sessions',
  ),
  ...ofUser('push_subscriptions', 'pictures', 'user_handles', 'invitations'),
  attachments: ['owner_id'],
  uploads: ['owner_id'],
  upload_pieces: ['owner_id'],
  push_deliveries: ['session_id'],
  users: ['id'],
  accounts: ['issuer', 'subject'],
  former_handles: ['digest'],
  auth_flows: ['state'],
  reports: ['id'],
  erased_denials: ['digest'],
};
const elsewhere = {
  messages_id_key: 'goes: clients name a message by chat and number',
  messages_sender_id_client_id_key: 'one per chat: a repeated send names the chat',
  attachments_pkey: 'with the owner beside it',
  uploads_pkey: 'with the owner beside it',
  upload_pieces_pkey: 'with the owner of the upload beside it',
  users_email_key_key: 'a table from the key of the e-mail to the user',
  accounts_id_key: 'a table from id to issuer and subject',
  sessions_pkey: 'with the user beside it',
  sessions_token_hash_key: 'a table from token to user',
  push_subscriptions_pkey: 'with the user beside it',
  push_subscriptions_endpoint_key: 'a table from endpoint to user',
  user_handles_handle_key: 'a table from handle to user',
  invitations_pkey: 'with the user beside it',
  invitations_token_digest_key: 'a table from token to user',
};

function ofUser(...tables: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(tables.map((table) => [table, ['user_id']]));
}

it('every unique key names the column that its table would be spread by, or where it would be kept', async () => {
  expect(await unspreadTables(migrationsDir, { columns, elsewhere })).toEqual([]);
});

it('no statement assigns what a distributed engine refuses', async () => {
  expect(await unspreadStatements(new URL('.', import.meta.url), columns)).toEqual([]);
});
