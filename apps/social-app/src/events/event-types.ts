/**
 * What is written into a user's event log. An event in a chat names the person who caused it; every other event names
 * the other person of the relation, or of the chat that is muted, archived or marked, or has a draft. Who gets which event stands in docs/events.md.
 */
export type EventType =
  | 'friend_request'
  | 'friend_request_sent'
  | 'new_friend'
  | 'request_denied'
  | 'request_cancelled'
  | 'removed_friend'
  | 'blocked'
  | 'unblocked'
  | 'person_erased'
  | 'message'
  | 'message_edited'
  | 'message_deleted'
  | 'message_hidden'
  | 'reaction'
  | 'message_pinned'
  | 'message_unpinned'
  | 'read'
  | 'expiry'
  | 'mute'
  | 'archive'
  | 'unread'
  | 'draft'
  | 'settings';
