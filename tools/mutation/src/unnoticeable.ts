import type { Fault } from './fault.js';

interface Reason {
  readonly file: string;
  /** What stands on the line of the fault. */
  readonly line: string;
  readonly finds: readonly string[];
  readonly why: string;
}

const microsecond = 'it differs at one microsecond of the clock of the server';
const loop =
  'the statement is repeated until it finds nothing, so the order and size of a part do not matter';

/** Faults that the operators make and no test can notice. */
const reasons: readonly Reason[] = [
  ...[
    ['friends/relation-changes.sql.ts', '> now()', ' > '],
    ['friends/relation-changes.sql.ts', 'last_at < now()', ' < '],
    ['friends/erased-askers.sql.ts', 'expires_at <= now()', ' <= '],
    ['streams/event-log.sql.ts', '> now()', ' > '],
    ['push/push-queue.sql.ts', 'created_at < now()', ' < '],
    ['push/push-queue.sql.ts', 'message.expires_at > now()', ' > '],
    ['expiry/erase-expired.sql.ts', 'expires_at <= now()', ' <= '],
    ['messages/chats.sql.ts', 'expires_at <= now()', ' <= '],
    ['reports/report-store.prisma.ts', 'expires_at <= now()', ' <= '],
    ['invitations/invitation-store.sql.ts', '> invitation.created_at', ' > '],
    ['webhooks/webhook-store.sql.ts', `'ends')::timestamptz > now()`, ' > '],
    ['webhooks/webhook-queue.sql.ts', '<= now()', ' <= '],
    ['verification/mail-queue.sql.ts', 'asked_at <= now()', ' <= '],
    ['verification/mail-queue.sql.ts', 'asked_at <= EXCLUDED.asked_at', ' <= '],
    ['verification/mail-queue.sql.ts', 'due_at <= now()', ' <= '],
    ['verification/verification-store.sql.ts', 'ends_at <= now()', ' <= '],
    ['verification/verification-store.sql.ts', 'ends_at > now()', ' > '],
    ['verification/mail-queue.sql.ts', 'counted_since <= EXCLUDED', ' <= '],
    ['audit/audit-log.sql.ts', '< now()', ' < '],
    ['access/key-store.sql.ts', '> now()', ' > '],
    ['access/key-store.sql.ts', 'last_used_at < now()', ' < '],
    ['events/event-log.sql.ts', 'at < now()', ' < '],
  ].map(([file, line, find]) => ({ file: file!, line: line!, finds: [find!], why: microsecond })),
  ...['messages/message-store.sql.ts', 'messages/chats.sql.ts'].map((file) => ({
    file,
    line: 'LIMIT',
    finds: ['LIMIT '],
    why: 'one more than the page is read, and only tells that there is more; two more tell the same',
  })),
  {
    file: 'messages/message-changes.sql.ts',
    line: 'created_at > ${since}',
    finds: [' > '],
    why: 'it differs at one millisecond of the clock of the process',
  },
  {
    file: 'users/idempotency.sql.ts',
    line: `now() - interval '24 hours'`,
    finds: [' >= ', ' < '],
    why: microsecond,
  },
  { file: 'users/idempotency.sql.ts', line: 'LIMIT', finds: ['ORDER BY created_at'], why: loop },
  {
    file: 'events/event-log.sql.ts',
    line: 'LIMIT ${removedAtOnce}',
    finds: ['LIMIT '],
    why: loop,
  },
  {
    file: 'audit/audit-log.sql.ts',
    line: 'LIMIT ${removedAtOnce}',
    finds: ['ORDER BY at', 'LIMIT '],
    why: loop,
  },
  {
    file: 'verification/verification-store.sql.ts',
    line: 'LIMIT ${removedAtOnce}',
    finds: ['ORDER BY ends_at', 'LIMIT '],
    why: loop,
  },
  {
    file: 'verification/mail-queue.sql.ts',
    line: 'FROM wanted ORDER BY id',
    finds: ['ORDER BY id'],
    why: 'any order in which all replicas lock the same rows avoids deadlocks',
  },
  {
    file: 'webhooks/webhook-queue.sql.ts',
    line: 'ORDER BY webhook_id DESC, at DESC',
    finds: [' DESC'],
    why: 'all are of one webhook, and which of two tries of one microsecond is the older does not matter',
  },
  ...[
    ['events/event-log.sql.ts', 'BY epoch, xid, seq LIMIT 1'],
    ['events/newest-event.sql.ts', 'LIMIT 1'],
  ].map(([file, line]) => ({
    file: file!,
    line: line!,
    finds: ['LIMIT '],
    why: 'only the first row is looked at, or whether any row fulfils what the first fulfils',
  })),
  {
    file: 'events/event-log.sql.ts',
    line: 'newest.xid >= pg_snapshot_xmax',
    finds: [' >= '],
    why: 'it differs at one number of the transactions of the server',
  },
  {
    file: 'events/event-log.sql.ts',
    line: `'events_removed', 'true'`,
    finds: ['true'],
    why: 'only whether there is a row matters',
  },
  {
    file: 'events/event-log.sql.ts',
    line: 'ORDER BY epoch, xid, seq FOR UPDATE SKIP LOCKED',
    finds: ['ORDER BY epoch'],
    why: 'no lock is waited for, so the order does not matter',
  },
  {
    file: 'verification/verification-store.sql.ts',
    line: 'WHERE link.hash = $1::text AND link.user_id = target.id',
    finds: ['AND'],
    why: 'all links of who is proven go in the end, and the user is locked before any of them',
  },
  {
    file: 'events/newest-event.sql.ts',
    line: 'OR xid < pg_snapshot_xmin',
    finds: [' < '],
    why: 'the oldest transaction that still runs has committed nothing that could be seen',
  },
  {
    file: 'events/prune-events.sql.ts',
    line: 'LIMIT',
    finds: ['ORDER BY at', 'LIMIT '],
    why: loop,
  },
  {
    file: 'events/prune-events.sql.ts',
    line: 'head.seq >',
    finds: [' > '],
    why: 'events are counted from 1, so none is that far behind',
  },
  {
    file: 'streams/friend-ids.sql.ts',
    line: 'LIMIT',
    finds: ['LIMIT '],
    why: 'of so many friends or more, none is told by this list: those who are here are asked for instead',
  },
  {
    file: 'streams/event-log.sql.ts',
    line: 'ORDER BY asked.nr, event.seq',
    finds: ['ORDER BY asked.nr'],
    why: 'rows are put together by what was asked, in whatever order they come',
  },
  {
    file: 'invitations/invitation-store.sql.ts',
    line: `state: 'friends'`,
    finds: [`state: 'friends'`],
    why: 'who may open a link and does not get what it offers is a friend already',
  },
  {
    file: 'search/message-search.sql.ts',
    line: 'LEAST(last_at',
    finds: ['LEAST('],
    why: 'periods that begin after what the page may show hold nothing for it, and only take time',
  },
  {
    file: 'events/event-log.sql.ts',
    line: 'newest.epoch + 1',
    finds: [' + 1'],
    why: 'any higher number is a new epoch',
  },
  {
    file: 'uniqueness/uniqueness.prisma.ts',
    line: 'email_key = ANY',
    finds: ['LIMIT '],
    why: 'only whether there is a row matters',
  },
];

/** Why no test can notice the fault, which stands on this line. */
export function whyUnnoticeable({ file, find }: Fault, line: string): string | undefined {
  const isOf = (one: Reason) => file.endsWith(`/${one.file}`) && line.includes(one.line);
  return reasons.find((one) => isOf(one) && one.finds.includes(find))?.why;
}
