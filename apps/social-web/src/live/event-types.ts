/** Every event of the stream that this client listens to; the server's README has their data. */
export const eventTypes = [
  'ready',
  'reset',
  'friend_request',
  'friend_request_sent',
  'new_friend',
  'request_denied',
  'request_cancelled',
  'removed_friend',
  'blocked',
  'unblocked',
  'person_erased',
  'message',
  'message_edited',
  'message_deleted',
  'message_hidden',
  'reaction',
  'read',
  'settings',
  'presence_list',
  'presence',
  'typing',
] as const;

export type EventType = (typeof eventTypes)[number];

export interface LiveEvent {
  readonly type: EventType;
  /** Empty for what is told once and not kept. */
  readonly id: string;
  readonly data: unknown;
}
